import type { Dialog, Download, Frame, Page, Request } from 'playwright';
import type { Eyes } from './eyes.js';

/** Requests that bring what a person waits for. Beacons, pictures, fonts and open channels do not. */
const WAITED_FOR: ReadonlySet<string> = new Set(['document', 'xhr', 'fetch', 'script', 'stylesheet']);

/** What happens on a page from now on, until `stop`. */
export interface Watch {
  /** Requests that started since, and those of them that have not ended. */
  started: number;
  readonly open: ReadonlySet<Request>;
  /** The main frame went to another document. */
  navigated: boolean;
  /** Dismissed, with what they said. */
  dialogs: { kind: string; message: string }[];
  popups: Page[];
  /** Refused, with the names they wanted. */
  downloads: string[];
  /** Resolves at the next change of the above. */
  change(): Promise<void>;
  stop(): void;
}

/** Listens before the action starts, so that nothing it causes is missed. */
export function watchPage({ page }: Eyes): Watch {
  const open = new Set<Request>();
  let waiting: (() => void)[] = [];
  const tell = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const watch: Watch = {
    started: 0,
    open,
    navigated: false,
    dialogs: [],
    popups: [],
    downloads: [],
    change: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => {
      for (const [event, listener] of Object.entries(listeners)) page.off(event as 'request', listener as () => void);
      tell();
    },
  };
  const listeners = {
    request: (request: Request): void => {
      if (!WAITED_FOR.has(request.resourceType())) return;
      watch.started += 1;
      open.add(request);
      tell();
    },
    requestfinished: (request: Request): void => {
      if (open.delete(request)) tell();
    },
    requestfailed: (request: Request): void => {
      if (open.delete(request)) tell();
    },
    framenavigated: (frame: Frame): void => {
      if (frame !== page.mainFrame()) return;
      watch.navigated = true;
      tell();
    },
    dialog: (dialog: Dialog): void => {
      watch.dialogs.push({ kind: dialog.type(), message: dialog.message() });
      // A page that is gone has no dialog left to dismiss.
      dialog.dismiss().catch(() => {});
      tell();
    },
    popup: (popup: Page): void => {
      watch.popups.push(popup);
      tell();
    },
    download: (download: Download): void => {
      watch.downloads.push(download.suggestedFilename());
      download.cancel().catch(() => {});
      tell();
    },
  };
  for (const [event, listener] of Object.entries(listeners)) page.on(event as 'request', listener as () => void);
  return watch;
}
