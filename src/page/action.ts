/** What can be done to a page. */
export type Action = (
  | { kind: 'click' }
  | { kind: 'fill'; value: string; clear: boolean; submit: boolean }
  | { kind: 'select'; values: readonly string[] }
  | { kind: 'scroll'; direction: 'up' | 'down' | 'top' | 'bottom'; amount: number }
  /** Scrolls an element into view. */
  | { kind: 'reveal' }
) & {
  /** The one dialog that a human has approved of; every other one is dismissed. */
  dialog?: DialogAnswer;
  /** The one request that a human has approved of although it says what it says; every other such one is held. */
  request?: HeldRequest;
};

/** OK is answered to a dialog of this kind with these very words, once. */
export interface DialogAnswer {
  kind: string;
  message: string;
}

/** What a page wants to send. */
export interface SentRequest {
  method: string;
  url: string;
  /** Empty when there is none. */
  body: string;
}

/** Methods that ask for something and change nothing, as the standard has it. */
export function onlyFetches(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/.test(method);
}

/** What a page wanted to send, and was not let. */
export interface HeldRequest {
  method: string;
  url: string;
  /** The word in it that says what it does. */
  command: string;
}
