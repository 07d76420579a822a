import type { TaskCommandV1 } from '../contracts/generated.js';
import { namesIn } from '../contracts/placeholders.js';
import type { Problem } from '../contracts/problems.js';
import { parseSelector } from '../resolve/selector.js';

type Command = TaskCommandV1['commands'][number];

/** What would stop a replay half-way and can be told from the file alone. */
export function problemsOf({ commands, variables }: TaskCommandV1): Problem[] {
  return commands.flatMap((command, index) => {
    const at = `/commands/${index}/params`;
    const undeclared = variables === undefined ? [] : textsOf(command).filter(([, name]) => !variables.includes(name));
    return [
      ...selectorsOf(command).flatMap(([key, selector]) => {
        const parsed = parseSelector(selector);
        return 'problem' in parsed ? [{ pointer: `${at}/${key}`, message: parsed.problem }] : [];
      }),
      ...undeclared.map(([key, name]) => ({
        pointer: `${at}/${key}`,
        message: `{{var:${name}}} is not among the file's variables (${variables?.join(', ') || 'none'})`,
      })),
    ];
  });
}

/** Every name that a value has to be given for. */
export function variablesOf({ commands }: TaskCommandV1): string[] {
  return [...new Set(commands.flatMap((command) => textsOf(command).map(([, name]) => name)))];
}

/** Where values are put in: in what is typed, and nowhere else. */
function textsOf(command: Command): [key: string, name: string][] {
  if (command.action !== 'type') return [];
  const { text, additional_values = [] } = command.params;
  return [
    ...namesIn(text).map((name): [string, string] => ['text', name]),
    ...additional_values.flatMap((value, index) =>
      namesIn(value).map((name): [string, string] => [`additional_values/${index}`, name]),
    ),
  ];
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
