import type { Dialog, Download, FileChooser, Page, Request } from 'playwright';
import type { DialogAnswer } from '../page/action.js';
import { cleanText } from '../page/cleanText.js';

/** What comes up uninvited while a page is open. It is answered at once, the safe way, and told at the next occasion. */
export type Guest =
  | { kind: 'dialog'; type: string; message: string; accepted: boolean }
  | { kind: 'popup' }
  | { kind: 'download'; name: string }
  | { kind: 'chooser' }
  | { kind: 'frameCrash'; url: string };

export interface Guests {
  /** Called with each as it comes. */
  readonly watchers: Set<(guest: Guest) => void>;
  /** Those that nobody has been told about. */
  readonly untold: Set<Guest>;
  /** Requests that pages make by themselves again and again: nobody has to wait for those. */
  readonly background: ReadonlyMap<string, number>;
  /** While an action runs, requests are its own and not the page's. */
  acting: boolean;
  /** The one dialog that may be answered with OK, as long as the action runs that it was approved for. */
  approved: DialogAnswer | undefined;
  /** One dialog came after the other; they are not answered any more. */
  stormy: boolean;
  /** Called when that begins. */
  onStorm: () => void;
  welcome(guest: Guest): void;
}

/** A page that opens more dialogs than this in so short a time would keep everybody busy for ever. */
const STORM = { dialogs: 10, milliseconds: 10_000 };
const MAX_KEYS = 500;
const MAX_MESSAGE = 300;

export function requestKey(request: Request): string {
  return `${request.method()} ${request.url().split(/[?#]/)[0]}`;
}

/** From the first moment of a page until its end. */
export function receiveGuests(page: Page): Guests {
  const background = new Map<string, number>();
  let dialogTimes: number[] = [];
  const guests: Guests = {
    watchers: new Set(),
    untold: new Set(),
    background,
    acting: false,
    approved: undefined,
    stormy: false,
    onStorm: () => {},
    welcome(guest) {
      guests.untold.add(guest);
      for (const watcher of guests.watchers) watcher(guest);
    },
  };
  const { welcome } = guests;
  page.on('dialog', (dialog: Dialog) => {
    // An unanswered dialog holds the page still until it is closed.
    if (guests.stormy) return;
    const guest = dialogGuest(dialog, guests.approved);
    if (guest.accepted) guests.approved = undefined;
    welcome(guest);
    // A page that is gone has no dialog left to answer.
    (guest.accepted ? dialog.accept() : dialog.dismiss()).catch(() => {});
    dialogTimes = [...dialogTimes, performance.now()].slice(-STORM.dialogs);
    if (!isStorm(dialogTimes)) return;
    guests.stormy = true;
    guests.onStorm();
  });
  page.on('popup', () => welcome({ kind: 'popup' }));
  page.on('download', (download: Download) => {
    welcome({ kind: 'download', name: download.suggestedFilename() });
    download.cancel().catch(() => {});
  });
  // Listening is what keeps the browser from opening a window of its own.
  page.on('filechooser', (_chooser: FileChooser) => welcome({ kind: 'chooser' }));
  page.on('request', (request: Request) => {
    if (guests.acting || background.size >= MAX_KEYS) return;
    const key = requestKey(request);
    background.set(key, (background.get(key) ?? 0) + 1);
  });
  return guests;
}

export function dialogGuest(dialog: Dialog, approved?: DialogAnswer): Guest & { kind: 'dialog' } {
  const [type, message] = [dialog.type(), messageOf(dialog)];
  return { kind: 'dialog', type, message, accepted: approved?.kind === type && approved.message === message };
}

function messageOf(dialog: Dialog): string {
  // Browsers show words of their own there; what was dismissed is the leaving.
  if (dialog.type() === 'beforeunload') return 'the page asked whether to leave it';
  return cleanText(dialog.message()).slice(0, MAX_MESSAGE);
}

function isStorm(times: readonly number[]): boolean {
  const [first = 0] = times;
  return times.length === STORM.dialogs && performance.now() - first < STORM.milliseconds;
}

/** In words, for whoever was not there; tabs are told by whoever keeps them. */
export function wordsFor(guest: Guest): string | null {
  switch (guest.kind) {
    case 'dialog':
      return `a dialog (${guest.type}) came up and was ${guest.accepted ? 'answered with OK' : 'dismissed'}: ${JSON.stringify(guest.message)}`;
    case 'download':
      return `a download was refused: ${cleanText(JSON.stringify(guest.name.slice(0, 100)))}`;
    case 'chooser':
      return 'the page asked for a file; files are not uploaded';
    case 'frameCrash':
      return `a frame of the page crashed: ${guest.url.slice(0, 200)}`;
    case 'popup':
      return null;
  }
}

const MAX_WORDS = 4;

/** What nobody has been told about yet; from now on it counts as told. */
export function takeUntold({ untold }: Guests): string[] {
  const words = [...untold].map(wordsFor).filter((line) => line !== null);
  untold.clear();
  const rest = words.length - MAX_WORDS;
  return rest > 1 ? [...words.slice(0, MAX_WORDS), `and ${rest} more like these`] : words;
}
