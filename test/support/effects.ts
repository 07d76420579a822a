import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Site, serve } from './site.js';

export interface Effects {
  site(): Site;
  /** What the pages did since the test began, in order. */
  did(): string[];
  /** The address of a page with this content, for this test. */
  page(html: string, name?: string): string;
}

/** In pages: `did('x')` is known to the test at once, whatever becomes of the page. */
const TELL = `<script>
  const did = (what) => { const call = new XMLHttpRequest(); call.open('GET', '/did?' + what, false); call.send(); };
  const TYPES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const tell = (element, what) => { for (const type of TYPES) element.addEventListener(type, () => did(what + ' ' + type)); };
</script>`;

/** A server that remembers what pages did; every address that is not a page of the test counts as an effect, too.
 * Those that end in `-never` are never answered. */
export function useEffects(): Effects {
  let site: Site | undefined;
  let effects: string[] = [];
  let pages = new Map<string, string>();
  const here = (): Site => site as Site;
  beforeAll(async () => {
    site = await serve((request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
      const page = pages.get(pathname);
      if (page === undefined && pathname !== '/favicon.ico') {
        effects.push(pathname === '/did' ? decodeURIComponent(search.slice(1)) : `${request.method} ${pathname}`);
      }
      if (pathname.endsWith('-never')) return;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page === undefined ? `at ${pathname}` : `<!doctype html><title>x</title>${TELL}${page}`);
    });
  });
  beforeEach(() => {
    effects = [];
    pages = new Map();
  });
  afterAll(() => here().close());
  return {
    site: here,
    did: () => effects,
    page: (html, name = 'page') => {
      pages.set(`/${name}`, html);
      return `${here().url}/${name}`;
    },
  };
}
