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
};

/** OK is answered to a dialog of this kind with these very words, once. */
export interface DialogAnswer {
  kind: string;
  message: string;
}
