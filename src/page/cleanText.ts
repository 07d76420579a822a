/**
 * Control characters, direction overrides, zero-width and tag characters, lone surrogates: what a page can use to
 * move a cursor, reorder a line or hide words. Each is shown as its code.
 */
const UNSAFE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

const UNSAFE_OR_BREAK = new RegExp(`${UNSAFE.source}|\\n`, 'gu');

/** Text that may span lines: line breaks stay, tabs become blanks. */
export function cleanValue(text: string): string {
  return text.replace(UNSAFE, (char) => (char === '\t' ? '    ' : code(char)));
}

/** Text that stays on its line. */
export function cleanText(text: string): string {
  return text.replace(UNSAFE_OR_BREAK, (char) => (char === '\t' || char === '\n' ? ' ' : code(char)));
}

function code(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}
