import type { ChalkInstance } from 'chalk';
import { EXIT } from '../contracts/exitCodes.js';
import { cleanValue } from '../page/cleanText.js';

/**
 * The only way to a terminal. Text that came from a page, a file name or a tool may hold control sequences, bidi
 * overrides or zero-width characters: each is shown as its code, so that nothing can move the cursor or pose as us.
 * This one is for text of ours that may span lines.
 */
export function sanitize(text: string): string {
  return cleanValue(text);
}

/** For text of strangers inside a line of ours. */
export function oneLine(text: string): string {
  return sanitize(text.replace(/\r?\n|\r/g, '⏎'));
}

/**
 * A reader that went away (`| head -1`) or a terminal that was closed is no reason to fail: what matters is in files.
 * An answer that could not be written elsewhere, on a full disk, is no success.
 */
export function tolerateClosedPipes(): void {
  const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isGone(error)) process.exitCode = process.exitCode || EXIT.environment;
  });
  process.stderr.on('error', () => {});
}

/** A line of the result, on stdout. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** JSON leaves some characters as they are that a terminal obeys; escaped, they are the same document. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2).replace(OBEYED, escapedUnits));
}

const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapedUnits(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** A line for the person watching, on stderr. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Colours for one of the two streams; none when NO_COLOR is set, whatever the stream is. */
export async function colorsFor(stream: 'stdout' | 'stderr'): Promise<ChalkInstance> {
  const { default: chalk, Chalk, chalkStderr } = await import('chalk');
  if (process.env['NO_COLOR']) return new Chalk({ level: 0 });
  return stream === 'stdout' ? chalk : chalkStderr;
}

/** Wraps words to the terminal's width; every line after the first gets the indent. */
export function wrap(text: string, indent: string, width = process.stdout.columns ?? 100): string {
  const room = Math.max(20, width - indent.length);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}
