import type { TaskCommandV1 } from '../contracts/generated.js';
import { namesIn } from '../contracts/placeholders.js';
import type { Problem } from '../contracts/problems.js';
import { parseSelector } from '../resolve/selector.js';

type Command = TaskCommandV1['commands'][number];

/** What would stop a replay half-way and can be told from the file alone. */
export function problemsOf(task: TaskCommandV1): Problem[] {
  const selectors = task.commands.flatMap((command, index) =>
    selectorsOf(command).flatMap(([key, selector]) => {
      const parsed = parseSelector(selector);
      return 'problem' in parsed ? [{ pointer: `/commands/${index}/params/${key}`, message: parsed.problem }] : [];
    }),
  );
  const { variables } = task;
  if (variables === undefined) return selectors;
  const undeclared = task.commands.flatMap((command, index) =>
    namesIn(JSON.stringify(command))
      .filter((name) => !variables.includes(name))
      .map((name) => ({
        pointer: `/commands/${index}/params`,
        message: `{{var:${name}}} is not among the file's variables (${variables.join(', ') || 'none'})`,
      })),
  );
  return [...selectors, ...undeclared];
}

/** Every name that a value has to be given for. */
export function variablesOf({ commands, success }: TaskCommandV1): string[] {
  return namesIn(JSON.stringify([commands, success ?? null]));
}

function selectorsOf(command: Command): [key: string, selector: string][] {
  switch (command.action) {
    case 'click':
    case 'type':
    case 'get_text': {
      const { selector, fallback_selectors = [] } = command.params;
      const fallbacks = fallback_selectors.map((one, index): [string, string] => [`fallback_selectors/${index}`, one]);
      return [['selector', selector], ...fallbacks];
    }
    case 'navigate':
    case 'wait_for_url':
    case 'get_title':
      return [];
  }
}
