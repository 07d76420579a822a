import { createFailure } from '../contracts/failure.js';
import type { ErrorV1, TaskCommandV1 } from '../contracts/generated.js';
import { isAllowedHost } from '../contracts/hosts.js';

/** What stands against starting this task, before any browser is opened. */
export function guardTask(task: TaskCommandV1, allowedDomains?: readonly string[]): ErrorV1 | null {
  const urls = task.commands.flatMap((command) => (command.action === 'navigate' ? [command.params.url] : []));
  const reject = (code: 'CAP_NAV_REQUIRED' | 'CAP_DOMAIN_NOT_ALLOWED', message: string): ErrorV1 =>
    createFailure({ code, stepId: 'guard', url: urls[0], message });

  const first = task.commands[0];
  if (first?.action !== 'navigate') {
    return reject('CAP_NAV_REQUIRED', 'the first command must be a navigate: there is no page to act on before it');
  }
  for (const url of urls) {
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    if (host === '')
      return reject('CAP_NAV_REQUIRED', `navigate needs an address with a host, not ${JSON.stringify(url)}`);
    for (const list of [task.allowed_domains, allowedDomains]) {
      if (list && !isAllowedHost(host, list)) {
        return reject(
          'CAP_DOMAIN_NOT_ALLOWED',
          `${host} is not among the allowed domains (${list.join(', ') || 'none'})`,
        );
      }
    }
  }
  return null;
}
