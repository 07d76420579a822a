import type { RequestListener, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { Deed, View } from '../../src/browser/driver.js';
import { type Eyes, whileThere } from '../../src/browser/eyes.js';
import type { Session } from '../../src/browser/session.js';
import type { Action } from '../../src/page/action.js';
import { byName } from './eyes.js';
import { lookNow } from './session.js';

/** How long an action or a look may take, and two seconds more for what a page does to it. */
const IN_TIME: Record<Action['kind'] | 'look', number> = {
  click: 4_000,
  fill: 4_000,
  select: 4_000,
  scroll: 3_000,
  reveal: 3_000,
  look: 5_000,
};

async function inTime<T>(what: keyof typeof IN_TIME, work: () => Promise<T>, limitMs = IN_TIME[what]): Promise<T> {
  const started = performance.now();
  const result = await work();
  expect(performance.now() - started, `${what} took too long`).toBeLessThan(limitMs);
  return result;
}

/** Acts on the element of this name in an earlier view, and sees that it ends in time. */
export function actIn(session: Session, view: View, name: string, action: Action): Promise<Deed> {
  return inTime(action.kind, () => session.act(view, byName(view.raw, name), action));
}

/** Looks, and acts on the element of this name. */
export async function actOn(session: Session, name: string, action: Action): Promise<Deed> {
  return actIn(session, await lookNow(session), name, action);
}

/** A look with its picture, the way it is taken after every step; in time, and of a page that can be used. */
export async function lookAfter(session: Session, limitMs = IN_TIME.look): Promise<View> {
  const view = await inTime('look', () => session.look({ scope: 'viewport', picture: true }), limitMs);
  expect(view.png.length).toBeGreaterThan(0);
  return view;
}

export function namesIn({ raw }: View): string[] {
  return raw.nodes.map(({ name }) => name);
}

/** Resolves when the page has crashed, was closed or is given up. */
export function goneOf(eyes: Eyes): Promise<void> {
  return whileThere(eyes, new Promise<never>(() => {})).catch(() => {});
}

type Route = string | ((response: ServerResponse, url: URL) => void);

/** Answers by path, in HTML unless the route says otherwise; everything else is a page that shows its path. */
export function routes(table: Record<string, Route>): RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const route = table[url.pathname] ?? `<title>${url.pathname}</title><button>At ${url.pathname}</button>`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (typeof route === 'string') response.end(route);
    else route(response, url);
  };
}
