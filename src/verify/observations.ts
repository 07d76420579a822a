import type { VerificationRequest } from '../contracts/generated.js';
import { diffPages, type NodeChange } from '../page/diff.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { inert, renderNode } from '../page/render.js';
import type { PageState } from './state.js';

export interface Observations {
  /** In a fixed order: address, content, focus, what was witnessed. */
  lines: string[];
  urlChanged: boolean;
  /** Something a person could act on or was told has changed; a ticker is not that. */
  meaningful: boolean;
  hashChanged: boolean;
  focusChanged: boolean;
  /** The vaultyId of what has the focus now. */
  focused: string | null;
  /** Text changed that was not changing by itself before: a clock is no effect, a new sentence is. */
  textChanged: boolean;
  /** The content was changing before anybody did anything. */
  restless: boolean;
  modalOpened: boolean;
  /** Seen happening by the client: a request, a mutation or another address. */
  witnessed: boolean;
}

type Client = VerificationRequest['clientObservations'];

const MAX_LINES = 20;

export interface ObserveOptions {
  client?: Client;
  /** What changed on the page by itself, before the action. */
  churn?: Churn | null;
  /** Dialogs, tabs, downloads and the like, in words; told last. */
  events?: readonly string[];
}

/** What is different between before and after, as facts. Only these are judged, never the page itself. */
export function observe(before: PageState, after: PageState, options: ObserveOptions = {}): Observations {
  const { client, churn = null, events = [] } = options;
  const urlChanged = before.url !== after.url;
  const content = [...titleLines(before.page, after.page, churn), ...contentLines(before.page, after.page)];
  const hashChanged = before.domHash !== after.domHash;
  const focusChanged = before.focused !== after.focused;
  return {
    lines: [
      urlChanged ? `the URL changed from ${before.url} to ${after.url}` : `the URL is unchanged: ${after.url}`,
      ...(content.length > 0 ? content.slice(0, MAX_LINES) : [hashLine(hashChanged)]),
      ...(focusChanged ? [`the focus moved from ${nameOf(before)} to ${nameOf(after)}`] : []),
      ...witnessLines(client),
      ...events,
    ],
    urlChanged,
    meaningful: content.length > 0,
    hashChanged,
    focusChanged,
    focused: after.focused,
    textChanged: changedShapes(before, after).some((shape) => !churn?.shapes.has(shape)),
    restless: churn !== null,
    modalOpened: modals(after.page) > modals(before.page),
    witnessed: client?.didNetworkOccur === true || client?.didDomMutate === true || client?.didUrlChange === true,
  };
}

/** What a page changes by itself: the texts, with their digits left out. */
export interface Churn {
  shapes: ReadonlySet<string>;
}

/** Null when nothing changed between two moments in which nobody did anything. */
export function churnBetween(earlier: PageState, later: PageState): Churn | null {
  if (earlier.url !== later.url || earlier.domHash === later.domHash) return null;
  return { shapes: new Set(changedShapes(earlier, later)) };
}

function changedShapes(before: PageState, after: PageState): string[] {
  const { texts, title } = diffPages(before.page, after.page);
  return [...texts.appeared, ...texts.gone, ...(title ? [title.was, title.is] : [])].map(shapeOf);
}

/** Without its digits: a clock and a count of messages have the same shape all the time. */
function shapeOf(text: string): string {
  return text.replace(/\d+/g, '#');
}

/** A title is told when it says something else, not when it counts or blinks by itself. */
function titleLines({ title: was }: RawPage, { title: is }: RawPage, churn: Churn | null): string[] {
  if (shapeOf(was) === shapeOf(is) || churn?.shapes.has(shapeOf(is))) return [];
  return [`the title changed from ${inert(was)} to ${inert(is)}`];
}

function hashLine(changed: boolean): string {
  return changed ? 'the content changed, but nothing that can be acted on did' : 'the content is unchanged';
}

function contentLines(before: RawPage, after: RawPage): string[] {
  const { appeared, gone, changed } = diffPages(before, after);
  const told = new Set(before.messages.map(({ text }) => text));
  const messages = after.messages.filter(({ text }) => !told.has(text));
  return [
    ...messages.map(({ kind, text }) => `a message appeared (${kind}): ${JSON.stringify(text)}`),
    ...appeared.filter(isTold).map((node) => `appeared: ${renderNode(node)}`),
    ...gone.filter(isTold).map((node) => `gone: ${renderNode(node)}`),
    ...changed.flatMap(changeLines),
  ];
}

const isTold = ({ role }: RawNode): boolean => role !== 'iframe';

/** Focus has a line of its own, and what lies over an element is no change of the element. */
function changeLines({ after, changes }: NodeChange): string[] {
  const what = changes.filter(({ field }) => field !== 'focused' && field !== 'occluded');
  if (what.length === 0) return [];
  const words = what.map(({ field, was, is }) => `${field} ${JSON.stringify(was)} -> ${JSON.stringify(is)}`);
  return [`changed: ${after.role} ${JSON.stringify(after.name || (after.hint?.text ?? ''))}: ${words.join(', ')}`];
}

function witnessLines(client: Client): string[] {
  return [
    ...(client?.didNetworkOccur === undefined
      ? []
      : [`network requests after the action: ${yesNo(client.didNetworkOccur)}`]),
    ...(client?.didDomMutate === undefined ? [] : [`the document was changed: ${yesNo(client.didDomMutate)}`]),
    ...(client?.didUrlChange === undefined ? [] : [`the address was changed: ${yesNo(client.didUrlChange)}`]),
  ];
}

const yesNo = (fact: boolean): string => (fact ? 'yes' : 'no');

function nameOf({ focused, page }: PageState): string {
  const node = page.nodes.find(({ vaultyId }) => vaultyId === focused);
  return node ? renderNode(node) : 'nothing';
}

function modals({ nodes }: RawPage): number {
  return nodes.filter(({ role }) => role === 'dialog' || role === 'alertdialog').length;
}

/** Nothing changed and nobody saw anything happen: the action had no effect, whatever anybody says. */
export function nothingHappened({ urlChanged, meaningful, witnessed }: Observations): boolean {
  return !urlChanged && !meaningful && !witnessed;
}
