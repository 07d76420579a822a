import type { ServiceV1, TaskCommandV1 } from './generated.js';
import { hostOf, isAllowedHost, problemOfDomain } from './hosts.js';
import type { Problem } from './problems.js';
import type { ContractName } from './schemas.js';

/** What a schema cannot say: rules between the fields of a document whose shape is right. */
export function problemsOfMeaning(name: ContractName, value: unknown): Problem[] {
  switch (name) {
    case 'task_command.v1':
      return problemsOfTask(value as TaskCommandV1);
    case 'service.v1':
      return problemsOfService(value as ServiceV1);
    default:
      return [];
  }
}

function problemsOfTask({ commands }: TaskCommandV1): Problem[] {
  const urls = commands.flatMap((command, index) =>
    command.action === 'navigate' ? webUrl(command.params.url, `/commands/${index}/params/url`) : [],
  );
  const ids = commands.map(({ id }) => id);
  return [...repeated(ids, (index) => `/commands/${index}/id`), ...urls];
}

function problemsOfService({ checkpoints, start_url, allowed_domains, goals = [] }: ServiceV1): Problem[] {
  const ids = checkpoints.map(({ id }) => id);
  const domains = allowed_domains.flatMap((entry, index) => {
    const message = problemOfDomain(entry);
    return message === null ? [] : [{ pointer: `/allowed_domains/${index}`, message }];
  });
  const wordless = goals.flatMap((goal, index) =>
    /[\p{L}\p{N}]/u.test(goal) ? [] : [{ pointer: `/goals/${index}`, message: 'has no word in it' }],
  );
  const problems = [
    ...repeated(ids, (index) => `/checkpoints/${index}/id`),
    ...webUrl(start_url, '/start_url'),
    ...domains,
    ...wordless,
  ];
  return problems.length > 0 ? problems : startElsewhere(start_url, allowed_domains);
}

function startElsewhere(url: string, allowed: readonly string[]): Problem[] {
  const host = hostOf(url) ?? '';
  if (isAllowedHost(host, allowed)) return [];
  return [{ pointer: '/start_url', message: `${host} is not among allowed_domains (${allowed.join(', ')})` }];
}

function repeated(ids: readonly string[], pointer: (index: number) => string): Problem[] {
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (first === index) return [];
    return [{ pointer: pointer(index), message: `repeats ${JSON.stringify(id)}, the id at ${pointer(first)}` }];
  });
}

function webUrl(text: string, pointer: string): Problem[] {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return [];
  return [{ pointer, message: `must be a full http or https address, and ${JSON.stringify(text)} is not` }];
}
