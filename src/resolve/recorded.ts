import type { RecordedElement } from '../contracts/generated.js';
import type { RawNode, RawPage } from '../page/raw.js';

const MAX_NAME = 200;
const MAX_ROW = 300;
const MAX_ADDRESS = 4_096;

/** What an element is, so that whoever finds it again can tell whether it still is that. Of a look at the whole page. */
export function recordedOf(node: RawNode, page: RawPage): RecordedElement {
  return recordedAmong(node, page, countLike(node, page), node.rowText);
}

/** The same where somebody has counted its like already. */
export function recordedAmong(node: RawNode, page: RawPage, count: number, rowText?: string): RecordedElement {
  const leadsTo = leadsToOf(node);
  const frame = frameOf(node, page);
  const row = count > 1 ? cut(rowText ?? '', MAX_ROW) : '';
  return {
    role: node.role,
    name: nameOf(node),
    count,
    ...(frame === undefined ? {} : { frame }),
    ...(leadsTo === undefined ? {} : { leads_to: leadsTo }),
    ...(row === '' ? {} : { row }),
  };
}

/** One thing that is not as it was recorded. */
export interface Difference {
  /** `twins`: there are more of its kind than there were. */
  field: keyof RecordedElement | 'twins';
  words: string;
}

/** What differs from the recording, most telling first; empty when it is the same thing still. */
export function differencesFrom(was: RecordedElement, node: RawNode, page: RawPage): Difference[] {
  const is = recordedOf(node, page);
  const found: Difference[] = [];
  const told = (field: Difference['field'], words: string): void => void found.push({ field, words });
  const changed = (what: string, before: string | undefined, now: string | undefined): string =>
    `${what} ${JSON.stringify(before ?? '')}, and is ${JSON.stringify(now ?? '')}`;
  if (was.role !== is.role || was.name !== is.name) {
    told(was.name === is.name ? 'role' : 'name', `was ${described(was)}, is ${described(is)}`);
  }
  if (was.leads_to !== undefined && was.leads_to !== is.leads_to) {
    told('leads_to', changed('led to', was.leads_to, is.leads_to));
  }
  if (was.row !== undefined && was.row !== is.row) told('row', changed('stood in the row', was.row, is.row));
  if (was.frame !== is.frame) told('frame', changed('stood in the frame', was.frame ?? 'page', is.frame ?? 'page'));
  if (was.count !== is.count && was.role === is.role && was.name === is.name) {
    const now = is.count === 1 ? 'is 1' : `are ${is.count}`;
    told(
      is.count > was.count ? 'twins' : 'count',
      `there ${was.count === 1 ? 'was' : 'were'} ${was.count} ${described(was)}, now there ${now}`,
    );
  }
  return found;
}

function described({ role, name }: Pick<RecordedElement, 'role' | 'name'>): string {
  return `${role} ${JSON.stringify(name)}`;
}

export function nameOf({ name }: RawNode): string {
  return cut(name, MAX_NAME);
}

/** Elements of the same role and name, the one itself among them. */
function countLike(node: RawNode, { nodes }: RawPage): number {
  const name = nameOf(node);
  const alike = nodes.filter((other) => other.role === node.role && nameOf(other) === name);
  const isAmong = alike.some(({ vaultyId }) => vaultyId === node.vaultyId);
  return alike.length + (isAmong ? 0 : 1);
}

function frameOf({ frame }: RawNode, { frames }: RawPage): string | undefined {
  return frame === 0 ? undefined : placeOnly(frames[frame]?.url ?? '');
}

/** What changes from visit to visit is left out. */
function leadsToOf({ href, submits }: RawNode): string | undefined {
  const address = href ?? submits;
  return address === undefined ? undefined : placeOnly(address);
}

function placeOnly(address: string): string {
  return (address.split(/[?#]/)[0] ?? '').slice(0, MAX_ADDRESS);
}

function cut(text: string, length: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, length);
}
