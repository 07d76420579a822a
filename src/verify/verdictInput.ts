import type { Observations } from './observations.js';

/** All that a verdict may be based on. There is no page in it: whoever judges goes by facts. */
export interface VerdictInput {
  goal: string;
  action: string;
  observations: string[];
}

export function verdictInput(goal: string, action: string, { lines }: Pick<Observations, 'lines'>): VerdictInput {
  return { goal, action, observations: [...lines] };
}
