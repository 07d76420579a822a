import { LEAST_AVERAGE, type LintReport, MOST_FRAGILE } from '../resolve/lint.js';
import { oneLine } from './terminal.js';

const BAND_WIDTH = 'high_risk'.length;

/** One line for each selector, the worst first, and one for all of them. */
export function lintLines({ selectors, ...report }: LintReport): string[] {
  const worstFirst = [...selectors].sort((a, b) => a.score - b.score);
  const rows = worstFirst.map(({ command_id: id, selector, score, band, reasons }) => {
    return `${String(score).padStart(3)}  ${band.padEnd(BAND_WIDTH)}  ${oneLine(`#${id} ${selector}  (${reasons.join(', ')})`)}`;
  });
  return [...rows, lintSummary({ selectors, ...report })];
}

export function lintSummary({ ok, average, fragile, high_risk: risky, selectors }: LintReport): string {
  const found = `${selectors.length} selectors: average ${average}, ${fragile} fragile, ${risky} of high risk`;
  const wanted = `at least ${LEAST_AVERAGE}, at most ${MOST_FRAGILE}, and none are wanted`;
  return ok ? found : `${found}; ${wanted}`;
}
