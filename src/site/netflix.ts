import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usageError } from '../contracts/failure.js';
import { type Membership, type PageName, renderPage } from './pages.js';
import type { Variant } from './variants.js';

export { VARIANTS, type Variant } from './variants.js';

/** Something that changed on the server, and the request that did it. */
export interface Effect {
  what:
    | 'cancelled'
    | 'cancel_failed'
    | 'paused'
    | 'plan_changed'
    | 'restarted'
    | 'signed_in'
    | 'signed_out'
    | 'unknown';
  method: string;
  path: string;
}

export interface NetflixSite {
  /** Where it starts. */
  url: string;
  /** What changed on the server, in order. */
  effects(): readonly Effect[];
  close(): Promise<void>;
}

export interface SiteOptions {
  variant?: Variant;
  /** Any free one unless given. */
  port?: number;
}

/** A small site that cancels a membership, for this machine alone. What it is asked to change it changes and remembers. */
export async function startNetflixSite({ variant = 'plain', port = 0 }: SiteOptions = {}): Promise<NetflixSite> {
  const effects: Effect[] = [];
  const answer = createSite(variant, (effect) => effects.push(effect));
  const server = createServer(answer);
  await listening(server, port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/account`,
    effects: () => [...effects],
    close: () => closed(server),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? 'it is taken' : message;
      reject(usageError(`port ${port} cannot be used: ${why}`, 'leave the port out, and a free one is taken'));
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function closed(server: Server): Promise<void> {
  const end = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return end;
}

const PAGES: ReadonlyMap<string, PageName> = new Map([
  ['/account', 'account'],
  ['/survey', 'survey'],
  ['/retention', 'retention'],
  ['/confirm', 'confirm'],
  ['/finish', 'finish'],
  ['/complete', 'complete'],
  ['/error', 'error'],
  ['/login', 'login'],
  ['/style.css', 'style.css'],
]);
const SESSION = 'netflix_session';

interface Reply {
  status: 200 | 303 | 404 | 500;
  headers: Record<string, string>;
  body?: string;
}

function createSite(variant: Variant, note: (effect: Effect) => void): RequestListener {
  const membership: Membership = { state: 'active', plan: 'Standard with ads', declined: 0 };
  const sessions = new Set<string>();
  let isOpenToAll = variant !== 'login';

  const change = (what: Effect['what'], method: string, path: string): Reply => {
    note({ what, method, path });
    switch (what) {
      case 'cancelled':
        membership.state = 'cancelled';
        return redirect('/complete');
      case 'cancel_failed':
        return redirect('/error');
      case 'paused':
        membership.state = 'paused';
        return redirect('/account');
      case 'plan_changed':
        membership.plan = 'Basic';
        return redirect('/account');
      case 'restarted':
        membership.state = 'active';
        return redirect('/account');
      case 'signed_in': {
        const session = randomUUID();
        sessions.add(session);
        const cookie = `${SESSION}=${session}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`;
        return redirect('/account', { 'set-cookie': cookie });
      }
      case 'signed_out':
        isOpenToAll = false;
        sessions.clear();
        return redirect('/login');
      case 'unknown':
        return NOTHING;
    }
  };

  const replyTo = (request: IncomingMessage): Reply => {
    const { method = 'GET', url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const page = PAGES.get(pathname);
    const isSignedIn = isOpenToAll || sessions.has(sessionIn(request));
    if (!isSignedIn && page !== 'style.css' && pathname !== '/login') return redirect('/login');
    const wanted = changeBy(`${method} ${pathname}`, variant);
    if (wanted !== null) return change(wanted, method, pathname);
    if (pathname === '/') return redirect('/account');
    if (pathname === '/declined') {
      membership.declined += 1;
      return redirect(membership.declined % 2 === 1 ? '/retention' : '/confirm');
    }
    if (pathname === '/answered') return redirect(searchParams.has('reason') ? '/retention' : '/survey');
    if (page === 'survey' && variant === 'third-party') return redirect('/account');
    if (page === 'complete' && membership.state !== 'cancelled') return redirect('/account');
    if (page === undefined) return NOTHING;
    const type = page === 'style.css' ? 'text/css' : HTML;
    const body = renderPage(page, variant, membership);
    return { status: page === 'error' ? 500 : 200, headers: { 'content-type': type }, body };
  };

  return (request, response) => {
    const { status, headers, body } = replyTo(request);
    response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body);
  };
}

const HTML = 'text/html; charset=utf-8';
const NOTHING: Reply = {
  status: 404,
  headers: { 'content-type': HTML },
  body: '<!doctype html><title>Not found - Netflix</title><h1>There is nothing here</h1>',
};

function redirect(location: string, headers: Record<string, string> = {}): Reply {
  return { status: 303, headers: { ...headers, location } };
}

/** What a request would change; null for one that only reads. */
function changeBy(request: string, variant: Variant): Effect['what'] | null {
  switch (request) {
    case 'GET /logout':
      return 'signed_out';
    case 'POST /login':
      return 'signed_in';
    case variant === 'link' ? 'GET /cancel' : 'POST /cancel':
      return variant === 'error' || variant === 'third-party' ? 'cancel_failed' : 'cancelled';
    case 'POST /pause':
      return 'paused';
    case 'POST /plan':
      return 'plan_changed';
    case 'POST /restart':
      return 'restarted';
  }
  return request.startsWith('GET ') ? null : 'unknown';
}

function sessionIn({ headers }: IncomingMessage): string {
  return new RegExp(`(?:^|;\\s*)${SESSION}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';
}
