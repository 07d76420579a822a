/** The variable that stands for a flag that is not given: AGENT_MAX_TURNS for --max-turns. */
export function variableFor(flag: string): string {
  return `AGENT_${flag.toUpperCase().replaceAll('-', '_')}`;
}
