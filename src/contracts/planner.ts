import { createFailure } from './failure.js';
import type { ErrorV1, PlannerV1 } from './generated.js';
import { formatProblem } from './problems.js';
import { parseStrictJson } from './strictJson.js';
import { problemsReading } from './validate.js';

export type PlanResult = { ok: true; plan: PlannerV1; repaired: boolean } | { ok: false; failure: ErrorV1 };

const LIMITS = { maxDepth: 32, maxStringLength: 16_384 };

/** Reads a plan out of a model's answer: strict JSON, else one repair, else LLM_OUTPUT_INVALID. */
export function parsePlan(answer: string, stepId = 'plan'): PlanResult {
  const invalid = (message: string): PlanResult => ({
    ok: false,
    failure: createFailure({ code: 'LLM_OUTPUT_INVALID', stepId, message: `the plan is not a planner.v1: ${message}` }),
  });
  let parsed = parseStrictJson(answer, LIMITS);
  let repaired = false;
  if (!parsed.ok) {
    const candidate = repair(answer);
    if (candidate === undefined) return invalid(parsed.fault.message);
    parsed = parseStrictJson(candidate, LIMITS);
    if (!parsed.ok) return invalid(parsed.fault.message);
    repaired = true;
  }
  const problems = problemsReading('planner.v1', parsed.value);
  if (problems.length > 0) return invalid(problems.map(formatProblem).join('; '));
  const plan = parsed.value as PlannerV1;
  return { ok: true, plan: { ...plan, intent: plan.intent.trim() }, repaired };
}

/**
 * The one repair: cut the first object out of the surrounding text and close the braces that are missing at its end.
 * Braces inside strings do not count. A missing bracket or quote is left as it is: guessing what an unfinished list
 * or string was going to say is not a repair.
 */
export function repair(answer: string): string | undefined {
  const start = answer.indexOf('{');
  if (start === -1) return undefined;
  const open: string[] = [];
  let inString = false;
  for (let at = start; at < answer.length; at++) {
    const char = answer.charAt(at);
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') open.push(char);
    else if (char === '}' || char === ']') {
      open.pop();
      if (open.length === 0) return answer.slice(start, at + 1);
    }
  }
  const onlyBraces = !inString && open.every((char) => char === '{');
  return onlyBraces ? answer.slice(start).trimEnd() + '}'.repeat(open.length) : undefined;
}
