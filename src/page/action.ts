/** What can be done to a page. */
export type Action =
  | { kind: 'click' }
  | { kind: 'fill'; value: string; clear: boolean; submit: boolean }
  | { kind: 'select'; values: readonly string[] }
  | { kind: 'scroll'; direction: 'up' | 'down' | 'top' | 'bottom'; amount: number }
  /** Scrolls an element into view. */
  | { kind: 'reveal' };
