import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Site, serve } from './site.js';

/** A settings page whose server counts what is done, and that can be changed between a recording and its replay. */
export interface MutableSite extends Site {
  /** An address of its own for each mutation, so that several can be tried at the same time. */
  host(mutation: Mutation): MutatedHost;
}

export interface MutatedHost {
  url: string;
  /** What was done there, in order. */
  effects(): string[];
}

export interface Mutation {
  name: string;
  /** The very control that was recorded is still there, however changed its surroundings. */
  same: boolean;
  html(page: string): string;
  delayMs?: number;
  /** What stands behind /saved. */
  saved?: string;
}

export const SAVE = '<button type="submit" data-testid="save">Save changes</button>';
export const FIELD =
  '<label for="display-name">Display name</label> <input id="display-name" name="display_name" data-testid="display-name">';
/** Their buttons lead to a script, so that nothing but the row tells which is which. */
export const ROWS = ['North', 'South', 'West'].map(
  (name) =>
    `<li><span>${name}</span> <button data-testid="remove-${name}" onclick="remove('${name}')">Remove</button></li>`,
);

export const PAGE = `<!doctype html><html lang="en"><head><title>Settings</title></head><body>
<nav><a href="/settings">Home</a> <a href="/billing">Billing</a></nav>
<main><h1>Settings</h1>
<section id="profile"><h2>Profile</h2>
<form method="post" action="/save" id="profile-form">${FIELD} ${SAVE}</form></section>
<section><h2>Stores</h2><ul>${ROWS.join('\n')}</ul></section>
<section id="danger"><h2>Danger zone</h2>
<form method="post" action="/close"><button data-testid="close">Close account</button></form></section>
</main><script>async function remove(name) { await fetch('/remove/' + name, { method: 'POST' }); location.href = '/saved'; }</script>
</body></html>`;

export const SAVED = '<!doctype html><title>Settings</title><h1>Your changes are saved</h1>';

export async function mutableSite(): Promise<MutableSite> {
  const hosts: { mutation: Mutation; effects: string[] }[] = [];
  const site = await serve((request: IncomingMessage, response: ServerResponse) => {
    const number = Number(/^m(\d+)\./.exec(request.headers.host ?? '')?.[1]);
    const { mutation, effects } = hosts[number] ?? { mutation: UNCHANGED, effects: [] };
    const url = new URL(request.url ?? '', site.url);
    const reply = (status: number, html: string, headers: Record<string, string> = {}): void => {
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
        response.end(html);
      }, mutation.delayMs ?? 0);
    };
    if (request.method === 'POST') {
      effects.push(url.pathname);
      return reply(303, '', { location: url.pathname === '/save' ? '/saved' : '/other' });
    }
    switch (url.pathname) {
      case '/settings':
        return reply(200, mutation.html(PAGE).replaceAll('FOREIGN', site.url));
      case '/saved':
        return reply(200, mutation.saved ?? SAVED);
      case '/frame':
        return reply(200, `<!doctype html>${url.searchParams.get('html')}`);
      default:
        if (!/^\/(?:favicon.ico|other)$/.test(url.pathname)) effects.push(`GET ${url.pathname}`);
        return reply(200, `<!doctype html><title>Elsewhere</title><h1>${url.pathname}</h1>`);
    }
  });
  return {
    ...site,
    host(mutation) {
      const effects: string[] = [];
      const number = hosts.push({ mutation, effects }) - 1;
      return { url: `http://m${number}.localhost:${new URL(site.url).port}/settings`, effects: () => [...effects] };
    },
  };
}

const UNCHANGED: Mutation = { name: 'nothing changed', same: true, html: (page) => page };
