import { type AgentError, usageError } from '../contracts/failure.js';
import type { Condition } from '../contracts/generated.js';

/**
 * What a user gives with --expect, one condition each; all of them must hold:
 *
 *     url contains /done                 heading contains "Cancelled"
 *     title contains "cancelled"         text contains "Thank you"
 *     url does not contain login         text does not contain error
 *     button "Finish" gone               link "Restart" visible
 *
 * A text may go without quotes; with them, \" and \\ stand for a quote and a backslash. Case never matters, and a
 * part of a name or text is enough. Instead of `button`: any word of ROLES, or `element` for whatever it is.
 */
export function parseExpect(text: string): Condition {
  const tokens = tokensOf(text);
  const [first, second] = tokens;
  if (!first) throw trouble(text, 0, 'it is empty', 'say what must be true at the end');
  const subject = first.isQuoted ? undefined : TEXTS.get(first.text.toLowerCase());
  const isText = subject !== undefined && (first.text.toLowerCase() !== 'heading' || isVerb(second));
  if (subject !== undefined && isText) return aboutText(text, tokens, subject);
  const roles = first.isQuoted ? undefined : ROLES.get(first.text.toLowerCase());
  if (roles) return aboutElement(text, tokens, roles);
  throw trouble(
    text,
    first.at,
    `${JSON.stringify(first.text)} is nothing that can be expected`,
    `begin with one of ${[...new Set([...TEXTS.keys(), ...ROLES.keys()])].join(', ')}`,
  );
}

export function parseExpects(texts: readonly string[]): Condition[] {
  return texts.map(parseExpect);
}

type AboutText = (part: string) => Condition;

const TEXTS: ReadonlyMap<string, AboutText> = new Map<string, AboutText>([
  ['url', (url_contains) => ({ url_contains })],
  ['title', (title_contains) => ({ title_contains })],
  ['heading', (heading_contains) => ({ heading_contains })],
  ['text', (text_contains) => ({ text_contains })],
]);

/** What people call things, and the roles that they have. */
const ROLES: ReadonlyMap<string, string[]> = new Map(
  Object.entries({
    button: ['button'],
    link: ['link'],
    checkbox: ['checkbox', 'menuitemcheckbox'],
    radio: ['radio', 'menuitemradio'],
    field: ['textbox', 'searchbox', 'spinbutton', 'combobox'],
    textbox: ['textbox', 'searchbox', 'spinbutton'],
    dropdown: ['combobox', 'listbox'],
    option: ['option'],
    menuitem: ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
    tab: ['tab'],
    switch: ['switch'],
    slider: ['slider'],
    heading: ['heading'],
    dialog: ['dialog', 'alertdialog'],
    alert: ['alert', 'alertdialog'],
    region: ['region'],
    element: [],
  }),
);

const MAX_LENGTH = 400;

interface Token {
  text: string;
  isQuoted: boolean;
  /** Where it begins and ends in the whole text. */
  at: number;
  end: number;
}

const TOKEN = /"((?:\\.|[^"\\])*)"(?=\s|$)|“([^”]*)”(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)/g;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: whole, 1: double, 2: curly, 3: single, 4: word, index: at }) => {
    if (word !== undefined && /^["“']/.test(word))
      throw trouble(
        text,
        at,
        'a quote is not closed before a blank',
        'close it, or write \\" for a quote inside a text',
      );
    const quoted = double?.replace(/\\(["\\])/g, '$1') ?? curly ?? single;
    return { text: quoted ?? word ?? '', isQuoted: quoted !== undefined, at, end: at + whole.length };
  });
}

function isVerb(token: Token | undefined): boolean {
  return token !== undefined && !token.isQuoted && /^(?:contains|does)$/i.test(token.text);
}

function aboutText(text: string, tokens: readonly Token[], subject: AboutText): Condition {
  const [first, ...after] = tokens;
  const said = (words: string): boolean =>
    words.split(' ').every((word, at) => !after[at]?.isQuoted && after[at]?.text.toLowerCase() === word);
  const isNegative = said('does not contain');
  if (!isNegative && !said('contains')) {
    const at = after[0]?.at ?? text.length;
    throw trouble(text, at, `after ${first?.text} comes "contains" or "does not contain"`, EXAMPLES);
  }
  const verbs = isNegative ? 3 : 1;
  const part = onlyText(text, after.slice(verbs), after[verbs - 1]?.end ?? 0, 'the text');
  return isNegative ? { not: subject(part) } : subject(part);
}

function aboutElement(text: string, tokens: readonly Token[], roles: readonly string[]): Condition {
  const [first, ...after] = tokens;
  const last = after.at(-1);
  const verb = last && !last.isQuoted ? last.text.toLowerCase() : '';
  if (verb !== 'visible' && verb !== 'gone') {
    throw trouble(text, last?.end ?? text.length, 'it does not end in "visible" or "gone"', EXAMPLES);
  }
  const before = after.at(-2);
  const word = before && !before.isQuoted ? before.text.toLowerCase() : '';
  if (before && word === 'not') {
    throw trouble(text, before.at, `"not ${verb}" is not understood`, 'say "visible" or "gone"; a name goes in quotes');
  }
  const named = after.slice(0, word === 'is' ? -2 : -1);
  const name_contains = onlyText(text, named, first?.end ?? 0, 'the name');
  const [role, ...others] = roles;
  const element = { element: { ...(role === undefined ? {} : { roles: listOf(role, others) }), name_contains } };
  return verb === 'gone' ? { not: element } : element;
}

function listOf<T>(first: T, others: readonly T[]): [T, ...T[]] {
  return [first, ...others];
}

/** One quoted text and nothing else, or words without any quotes. */
function onlyText(text: string, tokens: readonly Token[], from: number, what: string): string {
  const [first, second] = tokens;
  const last = tokens.at(-1);
  if (!first || !last) throw trouble(text, from, `${what} is missing`, EXAMPLES);
  const quoted = tokens.find(({ isQuoted }) => isQuoted);
  if (quoted && second) {
    const extra = quoted === first ? second : quoted;
    throw trouble(text, extra.at, `${what} is only partly in quotes`, `${ONE_EACH}; else put all of ${what} in quotes`);
  }
  const joint = tokens.slice(1).find((token, at) => isJoint(token, tokens[at + 2]));
  if (joint)
    throw trouble(
      text,
      joint.at,
      `${JSON.stringify(joint.text)} does not join conditions`,
      `${ONE_EACH}; a text that holds it goes in quotes`,
    );
  const part = quoted ? quoted.text : text.slice(first.at, last.end);
  if (part.trim() === '') throw trouble(text, first.at, `${what} is empty`, 'say what it contains');
  if (part.length > MAX_LENGTH)
    throw trouble(text, first.at, `${what} is longer than ${MAX_LENGTH} characters`, 'a part of it is enough');
  return part;
}

/** "and url", "or button": somebody wants two conditions in one. */
function isJoint({ text }: Token, next: Token | undefined): boolean {
  const word = next?.text.toLowerCase() ?? '';
  return /^(?:and|or|&&|\|\|)$/i.test(text) && (TEXTS.has(word) || ROLES.has(word));
}

const ONE_EACH = 'give --expect once for each condition';
const EXAMPLES =
  'for example: url contains /done, text contains "Thank you", button "Finish" gone, link "Restart" visible';

function trouble(text: string, at: number, what: string, remedy: string): AgentError {
  return usageError(`--expect ${JSON.stringify(text)}: ${what} (at character ${at + 1})`, remedy);
}
