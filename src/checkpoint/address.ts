import { onlyFetches, type SentRequest } from '../page/action.js';
import type { RawForm, RawNode } from '../page/raw.js';
import { identifierWords } from './lexicon/skeleton.js';

/** What a path does when it is opened, in the languages that programmers name paths in. */
const ENDS =
  'delete|del|remove|destroy|purge|erase|cancel|unsubscribe|opt-out|terminate|deactivate|revoke|confirm|close-account|end-membership|end-subscription|stop-subscription|close-subscription|disable-account|end-plan|stop-plan|leave-group|loeschen|löschen|kuendigen|kündigen|stornieren|abbestellen|supprimer|resilier|desabonner|desinscription|annuler|eliminar|borrar|cancelar|anular|elimina|cancella|disdetta|disdici|annulla|excluir|apagar|verwijderen|opzeggen|annuleren|uitschrijven|usun|anuluj|slet|slett|radera|avsluta|iptal|sil';
/** What costs money. */
const PAYS =
  'pay|purchase|buy|transfer|withdraw|payout|donate|place-order|kaufen|bezahlen|bestellen|payer|acheter|commander|pagar|comprar|acquista|betalen|kopen';
/** What a path does that a form is sent to. */
const SENDS = `${PAYS}|sign|send|publish|authorize|authorise|subscribe|upgrade|downgrade|order|bid|approve|accept`;
const EXPLAINS =
  'help|support|faq|faqs|docs|doc|documentation|blog|article|articles|news|wiki|legal|policy|policies|terms|guide|guides|tutorial|tutorials|questions|kb|learn|knowledge|hilfe|aide|ayuda|aiuto|ajuda|hulp|pomoc|hjalp|topics|forum|community|watch|story|stories|title|search';

type Commands = ReadonlyMap<string, string>;

const solid = (words: string): string => identifierWords(words).replaceAll(' ', '');
const commandsOf = (words: string): Commands => new Map(words.split('|').map((word) => [solid(word), word]));
const ending = commandsOf(ENDS);
const sending = commandsOf(`${ENDS}|${SENDS}`);
/** Of what scripts send only this: pages send and publish all the time how they are used. */
const scripted = commandsOf(`${ENDS}|${PAYS}`);
const explaining = commandsOf(EXPLAINS);

/** Beyond that it is the title of a text, and no name of a command. */
const LONGEST_COMMAND = 3;
const COMMAND_KEYS = /^(?:action|act|do|op|cmd|command|task|mode|method|_method|event|a|submit|intent)$/i;

/** The word in a link's address by which opening it does something. */
export function commandInLink(href: string): string | null {
  const url = parse(href);
  return url && commandIn(url, ending);
}

/** The word in a form's address, or in a field that says what to do, by which sending it does something. */
export function commandInForm({ method, action, fields }: RawForm): string | null {
  const commands = method === 'GET' ? ending : sending;
  const url = parse(action);
  const orders = fields.filter(({ name }) => COMMAND_KEYS.test(name)).map(({ value }) => identifierWords(value));
  return (url && commandIn(url, commands)) ?? firstCommand(orders, commands);
}

/** The word by which a request does something, whoever sends it: in its address, in its body, or as its method. */
export function commandInRequest({ method, url, body }: SentRequest): string | null {
  if (onlyFetches(method)) return null;
  const address = parse(url);
  const said = (address && commandIn(address, scripted)) ?? firstCommand(ordersIn(body), scripted);
  return said ?? (method === 'DELETE' ? 'delete' : null);
}

/** What a body says is to be done: in a field for that, or as the name of an operation, which begins with its verb. */
function ordersIn(body: string): string[] {
  const fields = /^\s*[[{]/.test(body) ? jsonFields(body) : [...new URLSearchParams(body)];
  const orders = fields.map(orderIn).filter((order) => order !== undefined);
  return orders.map((order) => identifierWords(order).split(' ').slice(0, 2).join(' '));
}

function orderIn([key, value]: [string, string]): string | undefined {
  if (key === 'query') return MUTATION.exec(value)?.[1];
  return key === 'operationName' || COMMAND_KEYS.test(key) ? value : undefined;
}

/** The first thing that a mutation of GraphQL does, by the name that it has or that is asked for. */
const MUTATION = /^\s*mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/;

function jsonFields(body: string): [string, string][] {
  try {
    const parsed: unknown = JSON.parse(body);
    const parts = Array.isArray(parsed) ? parsed : [parsed];
    return parts
      .flatMap((part) => Object.entries((part ?? {}) as object))
      .filter((field): field is [string, string] => typeof field[1] === 'string');
  } catch {
    // It only began like that.
    return [];
  }
}

function commandIn(url: URL, commands: Commands): string | null {
  const orders = [...url.searchParams].flatMap(([key, value]) => {
    if (COMMAND_KEYS.test(key)) return [identifierWords(value)];
    // `?delete=5` and `?unsubscribe`.
    return value.length < 40 ? [identifierWords(key)] : [];
  });
  const route = url.hash.replace(/^#!?/, '').split('/').slice(1);
  const places = [...url.pathname.split('/'), ...route].map(readSegment);
  const last = places.at(-1) ?? '';
  // `/help/how-to/delete` tells about it; `/docs/5/delete` does it.
  const isTold = explains(url) && !(commands.has(last) && /\d/.test(places.at(-2) ?? ''));
  // `/account/close` says the same as `/close-account`.
  const turned = places.map((place, at) => `${place} ${places[at - 1] ?? ''}`).slice(1);
  return firstCommand(isTold ? orders : [...places, ...turned, ...orders], commands);
}

function firstCommand(names: readonly string[], commands: Commands): string | null {
  for (const name of names) {
    const parts = name.split(' ').filter((part) => part !== '');
    if (parts.length > LONGEST_COMMAND) continue;
    const command = [...parts, parts.join('')].find((part) => commands.has(part));
    if (command !== undefined) return commands.get(command) ?? null;
  }
  return null;
}

function readSegment(segment: string): string {
  try {
    return identifierWords(decodeURIComponent(segment));
  } catch {
    // Half an escape is still a name.
    return identifierWords(segment);
  }
}

/** Whether an address is one of explanations, as far as its path tells. */
export function isExplanationAddress(href: string): boolean {
  const url = parse(href);
  return url !== null && explains(url);
}

function explains({ hostname, pathname }: URL): boolean {
  const segments = [hostname.split('.')[0] ?? '', ...pathname.split('/')].map(readSegment);
  return segments.some((segment) => explaining.has(segment.replaceAll(' ', '')));
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    // An address that no browser would open, either.
    return null;
  }
}

/** A link that does nothing but show another page, as far as can be seen. */
export function isPlainLink({ tag, role, href, details }: RawNode, pageUrl: string): boolean {
  if (tag !== 'a' && tag !== 'area') return false;
  if (href === undefined || role === 'button' || details?.scripted !== undefined) return false;
  const url = parse(href);
  if (!url || !/^(?:https?|file|mailto|tel):$/.test(url.protocol)) return false;
  // A bare "#" is where scripts hang themselves.
  return !(href.endsWith('#') && href.slice(0, -1) === pageUrl.split('#')[0]);
}
