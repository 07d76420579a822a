import { hostOf, isAllowedHost } from '../contracts/hosts.js';
import type { RawFrame, RawNode, RawPage } from '../page/raw.js';
import type { PlannedAct } from './gate.js';

/** The domains that a run keeps to; null where nobody has listed any. */
export type AllowedDomains = readonly string[] | null;

/**
 * Why this is not done at all: the page, a frame around the element, the link or the form is of a site that is not
 * allowed, or of a kind that is no web page. Without a list only the kinds count.
 */
export function domainRefusal(act: PlannedAct, allowed: AllowedDomains): string | null {
  const { node, page } = act;
  const elsewhere = placesOf(act).find(({ url }) => !isAllowedPlace(url, allowed));
  if (elsewhere) return `${elsewhere.words} ${notAllowed(elsewhere.url, allowed)}`;
  if (!node) return null;
  for (const { words, address, isCut } of targetsOf(act)) {
    const base = frameUrlOf(node, page);
    const problem = problemOfTarget(address, isCut, base, allowed);
    if (problem !== null) return `${words} ${problem}`;
  }
  return null;
}

/** The page, and the frames from the element's own up to the page. */
function placesOf({ node, page }: PlannedAct): { words: string; url: string }[] {
  return [
    { words: 'this page is of', url: page.url },
    ...framesAround(node, page).map(({ url }) => ({ words: 'this is in a frame of', url })),
  ];
}

/** The innermost first; the main frame is the page itself. */
export function framesAround(node: RawNode | null, { frames }: RawPage): RawFrame[] {
  const around: RawFrame[] = [];
  for (let at = node?.frame ?? 0; at > 0; ) {
    const frame = frames[at];
    // What stands in a frame that nobody knows stands nowhere that is allowed.
    if (!frame || around.includes(frame)) throw new Error(`frame ${at} is not known`);
    around.push(frame);
    at = frame.parent;
  }
  return around;
}

/** A page without an address of its own belongs to the page around it, or is empty. */
const OWNED = /^about:(?:blank|srcdoc)(?:[?#]|$)/;

function isAllowedPlace(url: string, allowed: AllowedDomains): boolean {
  if (allowed === null || OWNED.test(url)) return true;
  const host = hostOf(url);
  return host !== undefined && isAllowedHost(host, allowed);
}

/** What relative addresses start from. */
export function frameUrlOf(node: RawNode, page: RawPage): string {
  return framesAround(node, page).find(({ url }) => !OWNED.test(url))?.url ?? page.url;
}

interface Target {
  words: string;
  address: string;
  /** It is longer than what is told of it. */
  isCut: boolean;
}

function targetsOf({ action, node, page }: PlannedAct): Target[] {
  if (!node) return [];
  const link = action.kind === 'click' ? linkAround(node, page) : undefined;
  const isCut = node.addressHash !== undefined;
  const sent = node.submits?.replace(/^\S+ /, '');
  // What is only typed is not sent yet.
  const form = action.kind === 'fill' && !action.submit ? undefined : node.details?.formAction;
  return [
    ...(link ? [{ words: 'this leads to', address: link.href ?? '', isCut: link.addressHash !== undefined }] : []),
    ...(sent === undefined ? [] : [{ words: 'this sends its form to', address: sent, isCut }]),
    // A button may send its form elsewhere than the form says; then its own word counts.
    ...(form === undefined || sent !== undefined
      ? []
      : [{ words: 'its form is sent to', address: form, isCut: form.length >= 300 }]),
  ];
}

/** A click on what stands inside a link is a click on the link. */
export function linkAround(node: RawNode, { nodes }: RawPage): RawNode | undefined {
  if (node.href !== undefined) return node;
  let at = nodes.find(({ vaultyId, frame }) => vaultyId === node.vaultyId && frame === node.frame)?.parent ?? -1;
  for (let depth = 0; at >= 0 && depth < nodes.length; depth++) {
    const around = nodes[at];
    if (!around || around.frame !== node.frame) return undefined;
    if (around.href !== undefined) return around;
    at = around.parent;
  }
  return undefined;
}

function problemOfTarget(address: string, isCut: boolean, base: string, allowed: AllowedDomains): string | null {
  if (!URL.canParse(address, base)) return 'an address that cannot be read';
  const { protocol, href } = new URL(address, base);
  switch (protocol) {
    // It runs the page's own script, as any button may: it is judged by its words, like one.
    case 'javascript:':
      return null;
    case 'about:':
      return OWNED.test(href) ? null : 'an address that is no web page';
    case 'http:':
    case 'https:':
      // The host must have been told whole: what looks like one may be a name before an @.
      if (isCut && /^https?:\/\//i.test(address) && !/^https?:\/\/[^/?#]*[/?#]/i.test(address))
        return 'an address that is too long to be read';
      return isAllowedPlace(href, allowed) ? null : notAllowed(href, allowed);
    // A page that was saved to disk leads to others beside it.
    case 'file:':
      if (allowed === null && base.startsWith('file:')) return null;
      return 'a file on this machine, and only web pages are opened';
    default:
      return `a ${protocol} address, and only web pages are opened`;
  }
}

function notAllowed(url: string, allowed: AllowedDomains): string {
  const host = hostOf(url) ?? (URL.canParse(url) ? `a ${new URL(url).protocol} address` : 'nowhere that can be told');
  return `${host}, which is not among the allowed domains (${(allowed ?? []).join(', ')})`;
}

/** The frame is of another site than the page around it: neither's host is the other's or a part of it. */
export function isForeignFrame(node: RawNode | null, page: RawPage): boolean {
  const home = hostOf(page.url);
  return framesAround(node, page).some(({ url }) => {
    if (OWNED.test(url)) return false;
    const host = hostOf(url);
    if (host === undefined || home === undefined) return url !== page.url;
    return host !== home && !host.endsWith(`.${home}`) && !home.endsWith(`.${host}`);
  });
}
