import type { RawNode } from '../page/raw.js';

/** What a selector in a task says. Role and text are meant word for word, unlike those of older plans. */
export type Selector =
  | { by: 'css' | 'xpath'; value: string }
  | { by: 'role'; role: string; name?: string; exact: true }
  | { by: 'text'; value: string; exact: true };

/**
 * Plain CSS, `xpath=//a`, `role=button[name="Save"]` or `text="Save"`. CSS and text find in all frames and shadow roots.
 * Whether a selector of CSS or XPath is well formed only the page can tell.
 */
export function parseSelector(text: string): Selector | { problem: string } {
  const trimmed = text.trim();
  const [, engine, rest = ''] = /^(css|xpath|role|text)=(.*)$/s.exec(trimmed) ?? [];
  if (trimmed === '' || (engine !== undefined && rest.trim() === '')) return { problem: 'it is empty' };
  switch (engine) {
    case 'css':
      return { by: 'css', value: rest };
    case 'xpath':
      return { by: 'xpath', value: rest };
    case 'role':
      return parseRole(rest);
    case 'text':
      return parseText(rest);
    default:
      // An XPath says by its beginning what it is; no CSS begins so.
      return { by: /^(?:\/\/|\.\.)/.test(trimmed) ? 'xpath' : 'css', value: trimmed };
  }
}

const QUOTED = String.raw`"((?:\\.|[^"\\])*)"`;
const ROLE = new RegExp(String.raw`^([a-z]+)(?:\[\s*name\s*=\s*${QUOTED}\s*\])?$`, 's');
const TEXT = new RegExp(`^${QUOTED}$`, 's');

function parseRole(rest: string): Selector | { problem: string } {
  const [whole, role, name] = ROLE.exec(rest.trim()) ?? [];
  if (whole === undefined || role === undefined) {
    return { problem: `a role is written role=button or role=button[name="Save"], not role=${rest}` };
  }
  return { by: 'role', role, ...(name === undefined ? {} : { name: unquoted(name) }), exact: true };
}

function parseText(rest: string): Selector | { problem: string } {
  const [whole, words] = TEXT.exec(rest.trim()) ?? [];
  if (whole === undefined || words === undefined) return { problem: `a text is written text="Save", not text=${rest}` };
  return { by: 'text', value: unquoted(words), exact: true };
}

export function roleSelector(role: string, name: string): string {
  return `role=${role}[name=${quoted(name)}]`;
}

export function textSelector(text: string): string {
  return `text=${quoted(text)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

/** The elements of a look at the whole page that have this role, and this very name where one is given. */
export function nodesOfRole({ role, name }: { role: string; name?: string }, nodes: readonly RawNode[]): RawNode[] {
  return nodes.filter((node) => node.role === role && (name === undefined || sameWords(node.name, name)));
}

function sameWords(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
