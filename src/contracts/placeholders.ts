/** What stands in a task where a value is put in when it is replayed. */
const PLACEHOLDER = /\{\{var:([A-Za-z_][A-Za-z0-9_]{0,63})\}\}/g;

/** Values that are not written down, by the name that stands in their place. */
export type Values = ReadonlyMap<string, string>;

export function placeholderOf(name: string): string {
  return `{{var:${name}}}`;
}

/** The names that a text asks values for, each once. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

/** A name without a value stays as it is: whoever reads the file has to say so beforehand. */
export function filledIn(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}

/** Shorter ones are parts of ordinary words: they count where they stand alone. */
const LONG_ENOUGH = 4;

/** Every value put back to its name, the longest first, so that none is left in pieces. */
export function withPlaceholders(text: string, values: Values): string {
  const longestFirst = [...values].filter(([, value]) => value !== '').sort((a, b) => b[1].length - a[1].length);
  const names = new Map(longestFirst.map(([name, value]) => [value, name] as const).reverse());
  if (names.size === 0) return text;
  const pattern = longestFirst.map(([, value]) => patternOf(value)).join('|');
  // Names in placeholders are no places for values.
  return text
    .split(/(\{\{var:[A-Za-z_][A-Za-z0-9_]{0,63}\}\})/)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      return part.replace(new RegExp(pattern, 'gu'), (value) => placeholderOf(names.get(value) ?? ''));
    })
    .join('');
}

/** Every text in it with the names of values in their place. */
export function hideValues<T>(value: T, values: Values): T {
  return values.size === 0 ? value : (mapTexts(value, (text) => withPlaceholders(text, values)) as T);
}

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

export function holdsValue(text: string, values: Values): boolean {
  return withPlaceholders(text, values) !== text;
}

function patternOf(value: string): string {
  const literal = value.replace(
    /[\\^$.*+?()[\]{}|/-]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return value.length >= LONG_ENOUGH ? literal : String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`;
}
