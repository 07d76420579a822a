import type { Dialog, Download, FileChooser, Page, Request } from 'playwright';

/** What comes up uninvited while a page is open. It is answered at once, the safe way, and told at the next occasion. */
export type Guest =
  | { kind: 'dialog'; type: string; message: string; at: number }
  | { kind: 'popup'; page: Page; at: number }
  | { kind: 'download'; name: string; at: number }
  | { kind: 'chooser'; at: number };

export interface Guests {
  /** In the order they came. */
  readonly all: readonly Guest[];
  /** Requests that pages make by themselves again and again: nobody has to wait for those. */
  readonly background: ReadonlyMap<string, number>;
  /** While an action runs, requests are its own and not the page's. */
  acting: boolean;
  /** Dialogs since somebody last looked or acted. */
  dialogs: number;
  /** Called when there are too many of them. */
  onStorm: () => void;
  /** Resolves when the next one comes. */
  next(): Promise<void>;
}

/** A page that opens one dialog after the other would keep everybody busy for ever. */
const MAX_DIALOGS = 10;
const MAX_KEYS = 500;

export function requestKey(request: Request): string {
  return `${request.method()} ${request.url().split(/[?#]/)[0]}`;
}

/** From the first moment of a page until its end. */
export function receiveGuests(page: Page): Guests {
  const all: Guest[] = [];
  const background = new Map<string, number>();
  let waiting: (() => void)[] = [];
  const guests: Guests = {
    all,
    background,
    acting: false,
    dialogs: 0,
    onStorm: () => {},
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
  const welcome = (guest: Guest): void => {
    all.push(guest);
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  page.on('dialog', (dialog: Dialog) => {
    welcome({ kind: 'dialog', type: dialog.type(), message: dialog.message(), at: performance.now() });
    // A page that is gone has no dialog left to dismiss.
    dialog.dismiss().catch(() => {});
    guests.dialogs += 1;
    if (guests.dialogs > MAX_DIALOGS) guests.onStorm();
  });
  page.on('popup', (popup: Page) => welcome({ kind: 'popup', page: popup, at: performance.now() }));
  page.on('download', (download: Download) => {
    welcome({ kind: 'download', name: download.suggestedFilename(), at: performance.now() });
    download.cancel().catch(() => {});
  });
  // Listening is what keeps the browser from opening a window of its own.
  page.on('filechooser', (_chooser: FileChooser) => welcome({ kind: 'chooser', at: performance.now() }));
  page.on('request', (request: Request) => {
    if (guests.acting || background.size >= MAX_KEYS) return;
    const key = requestKey(request);
    background.set(key, (background.get(key) ?? 0) + 1);
  });
  return guests;
}
