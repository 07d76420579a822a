/** What the terminal in front of the human can show. */
export interface Screen {
  columns: number;
  rows: number;
  /** Whether more than ASCII arrives as it was meant. */
  isUtf8: boolean;
  /** It cannot move its cursor: lines go down, one after the other. */
  isDumb: boolean;
  /** 0 none, 1 sixteen colours, 2 of a palette of 256, 3 any. */
  colours: 0 | 1 | 2 | 3;
  pictures: 'kitty' | 'iterm' | 'blocks' | 'none';
}

type Env = Readonly<Record<string, string | undefined>>;
type Size = { columns?: number; rows?: number };

export function screenOf(env: Env, { columns = 80, rows = 24 }: Size, colours: Screen['colours']): Screen {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  const isUtf8 = /utf-?8/i.test(locale);
  const isDumb = env['TERM'] === 'dumb';
  const basic = { columns, rows, isUtf8, isDumb, colours };
  const isRoomy = columns >= 60 && rows >= 20;
  return { ...basic, pictures: isRoomy && !isDumb && colours > 0 ? picturesOf(env, basic) : 'none' };
}

/** By what the terminal says of itself; asking it would mean to read its answer where the human's is read. */
function picturesOf(env: Env, { isUtf8, colours }: Pick<Screen, 'isUtf8' | 'colours'>): Screen['pictures'] {
  const { TERM: term = '', TERM_PROGRAM: program = '' } = env;
  // What sits between us and the terminal lets no pictures through.
  const isInside = env['TMUX'] !== undefined || env['STY'] !== undefined || /^(?:screen|tmux)/.test(term);
  if (!isInside) {
    const isKitty = term === 'xterm-kitty' || (env['KITTY_WINDOW_ID'] !== undefined && term.startsWith('xterm'));
    if (isKitty || term === 'xterm-ghostty' || program === 'ghostty') return 'kitty';
    if (program === 'iTerm.app' || program === 'WezTerm') return 'iterm';
  }
  return isUtf8 && colours >= 2 ? 'blocks' : 'none';
}
