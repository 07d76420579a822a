import { closest } from '../contracts/closest.js';
import { type AgentError, usageError } from '../contracts/failure.js';
import { hostOf, isAllowedHost } from '../contracts/hosts.js';
import { placesOf, wordsOf } from '../page/words.js';
import { frozen } from './policy.js';
import { isServicePath, readServiceFile } from './serviceFile.js';
import { builtInServices, type Service } from './services.js';

export interface Wanted {
  goal: string;
  /** A name, or the path of a file. */
  service?: string | undefined;
  url?: string | undefined;
}

/** The one service that a task is held to, and where it begins. */
export interface Chosen {
  service: Service;
  /** Not from a file: it may know which of its own links are harmless. */
  isBuiltIn: boolean;
  url: string;
  /** What `agent login` takes to get there. */
  loginTarget: string;
}

/**
 * By name or file, else by the goal, else any site at the address that was given. An address elsewhere is stronger than
 * a name in the goal: "read the article about netflix" on a newspaper is no task for Netflix.
 */
export function chooseService(wanted: Wanted, known: readonly Service[] = builtInServices()): Chosen {
  const { goal, service: given, url } = wanted;
  if (given !== undefined && isServicePath(given)) {
    const service = readServiceFile(given);
    return begin(service, false, url, service.start_url);
  }
  const named = namedIn(goal, known);
  if (given !== undefined) {
    const service = byName(given, known);
    const other = isAnySite(service) ? undefined : named.find((one) => one !== service);
    if (other) throw tooMany([service, other]);
    return begin(service, true, url, service.name);
  }
  if (url !== undefined && !named.some((one) => isOn(one, url))) {
    return begin(byName('generic', known), true, url, url);
  }
  const [only, ...others] = named;
  if (!only) throw noService(goal, known);
  if (others.length > 0) throw tooMany(named);
  return begin(only, true, url, only.name);
}

/** One of the built-in ones, or an error that tells the nearest. */
export function byName(name: string, known: readonly Service[] = builtInServices()): Service {
  const found = known.find((one) => one.name === name.toLowerCase());
  if (found) return found;
  const names = known.map((one) => one.name);
  const near = closest(name, names);
  throw usageError(
    `there is no service ${JSON.stringify(name)}`,
    ...(near ? [`did you mean ${near}?`] : []),
    `known: ${names.join(', ')}; a file of your own is given by its path: --service ./my-service.json`,
  );
}

function isAnySite({ allowed_domains }: Service): boolean {
  return allowed_domains === undefined;
}

/** The services that a goal speaks of, in whole words. */
function namedIn(goal: string, known: readonly Service[]): Service[] {
  const words = wordsOf(goal);
  const isIn = (phrase: string): boolean => placesOf(wordsOf(phrase), words).length > 0;
  return known.filter((one) => !isAnySite(one) && [one.name, ...(one.goals ?? [])].some(isIn));
}

function isOn({ allowed_domains }: Service, url: string): boolean {
  const host = hostOf(url);
  return host !== undefined && isAllowedHost(host, allowed_domains ?? []);
}

function begin(service: Service, isBuiltIn: boolean, url: string | undefined, loginTarget: string): Chosen {
  const { name, start_url, allowed_domains } = service;
  const from = url ?? start_url;
  if (from === undefined) throw usageError(`the service ${name} begins at no address of its own`, 'give --url');
  if (allowed_domains && !isOn(service, from)) {
    throw usageError(
      `--url ${from} is not among the allowed domains of ${name} (${allowed_domains.join(', ')})`,
      'leave --url out to begin where the service begins, or use --service generic for another site',
    );
  }
  return {
    // From here on nothing changes what the run is held to.
    service: frozen(structuredClone(service)),
    isBuiltIn,
    url: from,
    loginTarget: isAnySite(service) ? from : loginTarget,
  };
}

function tooMany(services: readonly Service[]): AgentError {
  const names = services.map(({ name }) => name);
  return usageError(
    `one task is for one service, and this one is for ${names.join(' and ')}`,
    `run it once for each; --service ${names[0]} says which one a goal is for`,
  );
}

const LEAVING =
  /^(?:please\s+)?(?:cancel|end|quit|stop|unsubscribe\s+from)\s+(?:my\s+|the\s+)?(\S+?)[.!]?(?:\s+(?:subscription|membership|account|plan)[.!]?)?$/i;

function noService(goal: string, known: readonly Service[]): AgentError {
  const services = known.filter(({ goals = [] }) => goals.length > 0).map(({ name }) => name);
  const misspelt = wordsOf(goal)
    .filter((word) => word.length > 3)
    .find((word) => closest(word, services) !== undefined);
  const meant = misspelt ?? LEAVING.exec(goal.trim())?.[1];
  const near = misspelt === undefined ? undefined : closest(misspelt, services);
  return usageError(
    meant === undefined
      ? 'the goal names no service that agent knows, and there is no --url'
      : `${JSON.stringify(meant)} is no service that agent knows`,
    ...(near ? [`did you mean ${near}?`] : []),
    `give --url, or --service FILE; known: ${services.join(', ')}`,
  );
}
