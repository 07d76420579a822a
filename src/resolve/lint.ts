import type { TaskCommandV1 } from '../contracts/generated.js';

/** How likely it is that a selector finds the same element next month. */
export type Band = 'stable' | 'fair' | 'fragile' | 'high_risk';

export interface LintedSelector {
  command_id: string;
  /** Where it stands in the file. */
  pointer: string;
  selector: string;
  score: number;
  band: Band;
  /** What it got its points for, and what they were taken off for. */
  reasons: string[];
}

export interface LintReport {
  /** Whether it may be relied on. */
  ok: boolean;
  average: number;
  fragile: number;
  high_risk: number;
  selectors: LintedSelector[];
}

export const LEAST_AVERAGE = 70;
export const MOST_FRAGILE = 5;

/** Every selector of a task with its score. A task without any has nothing that could break. */
export function lintTask({ commands }: TaskCommandV1): LintReport {
  const used = new Map<string, number>();
  for (const { params } of commands) {
    if ('selector' in params) used.set(params.selector, (used.get(params.selector) ?? 0) + 1);
  }
  const selectors = commands.flatMap(({ id, params }, index): LintedSelector[] => {
    if (!('selector' in params)) return [];
    const { selector, fallback_selectors: fallbacks = [] } = params;
    const marks = marksOf(selector, (used.get(selector) ?? 1) - 1, fallbacks.length > 0);
    const points = marks.reduce((sum, mark) => sum + mark.points, 0);
    const score = Math.min(100, Math.max(0, points));
    const reasons = marks.map(({ words, points: own }, at) => `${words} ${at > 0 && own > 0 ? '+' : ''}${own}`);
    const pointer = `/commands/${index}/params/selector`;
    return [{ command_id: id, pointer, selector, score, band: bandOf(score), reasons }];
  });
  const sum = selectors.reduce((total, { score }) => total + score, 0);
  const average = selectors.length === 0 ? 100 : Math.round((sum / selectors.length) * 10) / 10;
  const count = (band: Band): number => selectors.filter((one) => one.band === band).length;
  const [fragile, high_risk] = [count('fragile'), count('high_risk')];
  const ok = average >= LEAST_AVERAGE && fragile <= MOST_FRAGILE && high_risk === 0;
  return { ok, average, fragile, high_risk, selectors };
}

function bandOf(score: number): Band {
  if (score >= 85) return 'stable';
  if (score >= 65) return 'fair';
  return score >= 45 ? 'fragile' : 'high_risk';
}

interface Mark {
  words: string;
  points: number;
}

/** The first that fits says what a selector goes by. */
const BASES: readonly (Mark & { pattern: RegExp })[] = [
  { words: 'role', points: 65, pattern: /^\s*role=/ },
  { words: 'text or path', points: 45, pattern: /^\s*(?:text=|xpath=|\/\/|\.\.)/ },
  { words: 'test id', points: 95, pattern: /\[data-test-?id\s*[~|^$*]?[=\]]/ },
  { words: 'test attribute', points: 93, pattern: /\[data-(?:test|qa|cy|uia)\s*[~|^$*]?[=\]]/ },
  { words: 'id', points: 90, pattern: /#[\w\\-]/ },
  { words: 'label', points: 78, pattern: /\[aria-label\s*[~|^$*]?[=\]]/ },
  { words: 'name', points: 75, pattern: /\[name\s*[~|^$*]?[=\]]/ },
  { words: 'role', points: 65, pattern: /\[role\s*[~|^$*]?[=\]]/ },
  { words: 'class', points: 55, pattern: /^[a-z][\w-]*\.[\w\\-]+/i },
  { words: 'kind of element', points: 30, pattern: /^\s*[a-z][\w-]*\s*$/i },
  { words: 'something else', points: 45, pattern: /(?:)/ },
];

const BARE = /(?:^|[\s>+~])(?:a|button|input|div|span|p|li)\s*$/;

function marksOf(selector: string, reuses: number, hasFallbacks: boolean): Mark[] {
  // What stands in quotes is a value and says nothing of what the selector goes by.
  const bones = selector.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""');
  const base = BASES.find(({ pattern }) => pattern.test(bones));
  const marks: (Mark | false)[] = [
    { words: base?.words ?? '', points: base?.points ?? 0 },
    /\d{3}/.test(selector) && { words: 'has a long number in it', points: -15 },
    /css-|sc-|:r/.test(selector) && { words: 'made by a framework', points: -15 },
    /\\(?:20)? /.test(selector) && { words: 'has an escaped blank', points: -10 },
    selector.length > 80 && { words: 'longer than 80 characters', points: -10 },
    BARE.test(bones) && { words: 'ends in any element of a kind', points: -20 },
    reuses > 0 && { words: 'used more than once', points: Math.max(-15, -5 * reuses) },
    hasFallbacks && { words: 'has fallbacks', points: 5 },
  ];
  return marks.filter((mark) => mark !== false);
}
