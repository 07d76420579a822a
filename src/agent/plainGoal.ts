/** One step of a goal that says word for word what to do. */
export type PlainStep =
  | { do: 'click'; name: string }
  | { do: 'fill'; name: string; value: string }
  | { do: 'select'; name: string; value: string }
  | { do: 'scroll'; direction: 'up' | 'down' | 'top' | 'bottom' };

const QUOTED = `"([^"]*)"|'([^']*)'|\u201c([^\u201d]*)\u201d`;
const FORMS: [RegExp, (parts: string[]) => PlainStep][] = [
  [new RegExp(`^(?:click|press|tick|check|open)(?: on)? (?:${QUOTED})`, 'i'), ([name = '']) => ({ do: 'click', name })],
  [
    new RegExp(`^(?:fill|fill in)(?: in)? (?:${QUOTED}) with (?:${QUOTED})`, 'i'),
    ([name = '', value = '']) => ({ do: 'fill', name, value }),
  ],
  [
    new RegExp(`^(?:type|enter) (?:${QUOTED}) (?:in|into) (?:${QUOTED})`, 'i'),
    ([value = '', name = '']) => ({ do: 'fill', name, value }),
  ],
  [
    new RegExp(`^(?:select|choose) (?:${QUOTED}) (?:in|from) (?:${QUOTED})`, 'i'),
    ([value = '', name = '']) => ({ do: 'select', name, value }),
  ],
  [
    /^scroll (?:to the )?(up|down|top|bottom)/i,
    ([direction = '']) => ({ do: 'scroll', direction: direction.toLowerCase() as 'up' | 'down' | 'top' | 'bottom' }),
  ],
];
const BETWEEN = /^(?:\s|,|;|\.(?=\s|$)|and\b|then\b)+/i;

export type PlainGoal = { ok: true; steps: PlainStep[] } | { ok: false; rest: string };

/** Reads a goal like `click "Sign in", fill "Email" with "a@b.c", select "Spain" in "Country"`; all of it or nothing. */
export function readPlainGoal(goal: string): PlainGoal {
  const steps: PlainStep[] = [];
  let rest = goal.trim();
  while (rest !== '') {
    const step = firstStep(rest);
    if (!step) return { ok: false, rest };
    steps.push(step.step);
    rest = rest.slice(step.length).replace(BETWEEN, '');
  }
  return steps.length > 0 ? { ok: true, steps } : { ok: false, rest: goal };
}

function firstStep(text: string): { step: PlainStep; length: number } | null {
  for (const [form, make] of FORMS) {
    const match = form.exec(text);
    if (match) return { step: make(match.slice(1).filter((part) => part !== undefined)), length: match[0].length };
  }
  return null;
}
