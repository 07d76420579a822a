/**
 * The words of one language, separated by `|`. Accents and case do not matter. `~` stands for up to three words, `*` at
 * the end of a word for any ending, `^` at the beginning for "only where a label begins", since many verbs are nouns too.
 */
export interface Language {
  code: string;
  /** Cannot be taken back, whatever kind of control says so. */
  strong: string;
  /** Binds, pays or publishes where a click acts; a link that only leads to a page about it is harmless. */
  weak: string;
  /** Says so only on a button that really sends a form. */
  sending?: string;
  /** Resembles the above and is harmless; taken out of a label before it is read. */
  harmless?: string;
  /** Closes a dialog or leaves a form, unless what is cancelled is something else. */
  dismiss?: string;
  /** Says nothing by itself: what it means stands in the heading. */
  proceed: string;
  /** The way out of a question. */
  escape: string;
  /** What notices about cookies ask for. */
  consent?: string;
  /** By what such a notice is known. */
  cookies?: string;
  /** Links that explain. */
  inform?: string;
}
