import { domainToUnicode } from 'node:url';
import { framesAround, frameUrlOf, isForeignFrame, linkAround } from '../checkpoint/domains.js';
import type { RawNode, RawPage } from '../page/raw.js';
import type { Fact } from './fact.js';
import type { Quoter } from './quote.js';

/** Where the page is, and where on it the element is. */
export function placeFacts(node: RawNode | null, page: RawPage, quoter: Quoter): Fact[] {
  const { quote } = quoter;
  const frames = node ? framesAround(node, page).filter(({ url }) => originOf(url) !== originOf(page.url)) : [];
  const isForeign = isForeignFrame(node, page);
  return [
    ...hostWarnings([page.url, ...frames.map(({ url }) => url)], quoter),
    { label: 'page', text: quote(page.title) },
    { label: 'site', text: siteOf(page.url, quoter) },
    { label: 'address', text: quote(page.url) },
    ...frames.flatMap(({ url }): Fact[] => {
      const words = `in a frame of ${siteOf(url, quoter)}`;
      return isForeign
        ? [{ label: '', text: `this is ${words}, another site`, tone: 'warning' }]
        : [{ label: 'frame', text: words }];
    }),
  ];
}

/** Where a click on this leads, when it is a link or stands in one. */
export function linkFacts(node: RawNode, page: RawPage, quoter: Quoter): Fact[] {
  const href = linkAround(node, page)?.href;
  if (href === undefined) return [];
  const target = absolute(href, frameUrlOf(node, page));
  return [
    ...hostWarnings([target], quoter),
    { label: 'leads to', text: `${quoter.quote(target)}${elsewhere(target, page, quoter)}` },
  ];
}

/** Said where something goes to another site than the page is of. */
export function elsewhere(target: string, page: RawPage, quoter: Quoter): string {
  const isHere = originOf(target) === originOf(page.url) || /^javascript:/i.test(target);
  return isHere ? '' : `, on another site: ${siteOf(target, quoter)}`;
}

export function absolute(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/** The one part of an address that nobody can choose freely. */
function originOf(address: string): string {
  if (!URL.canParse(address)) return 'an address that cannot be read';
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}

/** Names in other letters are written in ASCII, and as they are read beside it. */
function siteOf(address: string, { plain, quote }: Quoter): string {
  const read = readHost(address);
  return `${plain(originOf(address))}${read === null ? '' : ` (reads as ${quote(read)})`}`;
}

function readHost(address: string): string | null {
  const { hostname } = URL.canParse(address) ? new URL(address) : { hostname: '' };
  const read = domainToUnicode(hostname);
  return read === '' || read === hostname ? null : read;
}

function hostWarnings(addresses: readonly string[], { plain, quote }: Quoter): Fact[] {
  return addresses.flatMap((address): Fact[] => {
    const read = readHost(address);
    if (read === null || !read.split('.').some(isMixed)) return [];
    const text = `${quote(read)} is written in letters of several alphabets; it is really ${plain(originOf(address))}`;
    return [{ label: '', text, tone: 'warning' }];
  });
}

/** Alphabets whose letters pass for each other's. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

function isMixed(label: string): boolean {
  return ALPHABETS.filter((letters) => letters.test(label)).length > 1;
}
