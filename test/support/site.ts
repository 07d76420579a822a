import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export interface Site {
  /** The same server under two names: pages of the one are foreign to the other. */
  url: string;
  foreign: string;
  close(): Promise<void>;
}

/** Serves a folder, or whatever the listener says, on a free port of loopback. */
export async function serve(what: string | RequestListener): Promise<Site> {
  const server = createServer(typeof what === 'string' ? folderListener(what) : what);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, foreign: `http://localhost:${port}`, close: () => close(server) };
}

/** Serves the files of a folder, and nothing for what is not there. */
export function folderListener(folder: string): RequestListener {
  return (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/'));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    try {
      const body = readFileSync(file);
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end('not found');
    }
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** One page from a text, for tests that need nothing else. */
export function page(html: string): RequestListener {
  return (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  };
}
