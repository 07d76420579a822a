import type { Action, HeldRequest, SentRequest } from '../page/action.js';
import type { Leads } from '../page/leads.js';
import type { LiveElement } from '../page/live.js';
import type { RawNode, RawPage } from '../page/raw.js';

export type ActError =
  | 'ref_invalid'
  | 'element_disabled'
  | 'element_obscured'
  | 'element_not_visible'
  | 'action_failed'
  | 'timeout'
  | 'invalid_params';

/** Whether the page was touched decides everything that follows: what was dispatched is never done again. */
export type Acted =
  | { ok: true; dispatched: boolean; read: Reading }
  | { ok: false; dispatched: boolean; error: ActError; message: string; blocker?: Blocker };

/** What an element showed right after it was acted on. */
export interface Reading {
  /** A field's value as it should be now, and as it is; null when it could not be read any more. */
  value?: { expected: string; actual: string | null };
  /** What was chosen, and what the dropdown shows or has selected now. */
  choice?: { expected: string[]; actual: { value: string; text: string }[] };
  /** False when Enter was pressed and nothing came of it. */
  entered?: false;
  moved?: boolean;
  /** In words, when there is something to tell beyond success. */
  note?: string;
}

/** What lies over an element: in words, and as an element of the page when it is one. */
export interface Blocker {
  words: string;
  vaultyId?: string;
}

/** What happened on the page while it was acted on, and until it came to rest. */
export interface Caused {
  settled: boolean;
  milliseconds: number;
  /** Documents and data asked for. */
  requests: number;
  addedCount: number;
  removedCount: number;
  navigated: boolean;
  /** The next page was asked for and has not answered. */
  leaving: boolean;
  /** The page was still loading when the action began. */
  wasLoading: boolean;
  dialogs: { kind: string; message: string /** OK was answered, as a human had approved. */; accepted: boolean }[];
  events: PageEvent[];
  /** What it was about to send, and was not let. */
  held: readonly HeldRequest[];
}

/** Something beside the page's content that the action brought about, with the words to tell it. */
export interface PageEvent {
  /** `write_failed`: the page's own server refused or did not get what it was sent. */
  kind: 'tab' | 'download' | 'chooser' | 'request_failed' | 'write_failed';
  words: string;
}

export interface Deed {
  acted: Acted;
  caused: Caused;
}

/** One look, kept together with the way back to its elements. */
export interface View {
  raw: RawPage;
  scope: ViewOptions['scope'];
  /** Another one for every document: the same address loaded again is another page. */
  document: string;
  /** What the viewport showed, secrets blackened; empty when no picture was asked for. */
  png: Buffer;
  /** What happened to the page itself since the last look: crashed and reopened, closed, another tab. */
  notes: string[];
}

export interface ViewOptions {
  scope: 'viewport' | 'page';
  picture: boolean;
}

/** The word for which a request of the page is not sent; null for one that may go. */
export type Hold = (request: SentRequest) => string | null;

export type FindBy = 'css' | 'xpath' | 'text';

/** The seam to the browser: a real one, or one that plays a part. */
export interface PageDriver {
  /** Always answers with a page, after recovering from what can be recovered from; raises only when the browser is lost. */
  look(options: ViewOptions): Promise<View>;
  /** Nothing has changed, moved or been entered since this look. */
  isCurrent(view: View): Promise<boolean>;
  /** The very element that a look described, as it is now. Never raises for what a page does. */
  probe(view: View, node: RawNode): Promise<LiveElement>;
  /** Elements that a selector finds, each described, in a look of their own. `invalid`: no page could be asked that. */
  find(by: FindBy, selector: string): Promise<{ view: View; nodes: RawNode[] } | { problem: string; invalid?: true }>;
  /** What finds this element and no other on the page as it is now; null when nobody can tell. Never raises. */
  leads(view: View, node: RawNode): Promise<Leads | null>;
  /** Does it once, and waits for what it started. Never raises for what a page does. */
  act(view: View, node: RawNode | null, action: Action, hold?: Hold): Promise<Deed>;
}
