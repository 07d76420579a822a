const ONE_VISIT = /\d{3}|^[0-9a-f]{8,}$|^[0-9a-f]{8}-[0-9a-f]{4}-|.{41}|%/i;

/**
 * What a new address says of where one is, without what is of one visit only: numbers, keys, the query where it can be
 * done without. Null where the address is the same still, or nothing in it tells the new page from the old one.
 */
export function durablePart(from: string, to: string): string | null {
  if (from === to || !URL.canParse(to) || !URL.canParse(from)) return null;
  const next = new URL(to);
  if (next.protocol !== 'http:' && next.protocol !== 'https:') return null;
  const isNew = (part: string): boolean => !from.includes(part) && to.includes(part);
  const host = next.host === new URL(from).host ? [] : [`//${next.host}/`];
  return [...pathParts(next.pathname), ...host, ...queryParts(next)].find(isNew) ?? null;
}

/** The path, else the pieces between what is of one visit, the last first. */
function pathParts(path: string): string[] {
  const pieces: string[][] = [[]];
  for (const segment of path.split('/').slice(1)) {
    if (ONE_VISIT.test(segment)) pieces.push([]);
    else pieces.at(-1)?.push(segment);
  }
  const parts = pieces.map((segments) => segments.filter((segment) => segment !== '').join('/')).reverse();
  return parts.filter((part) => part !== '').map((part) => `/${part}`);
}

function queryParts({ searchParams, hash }: URL): string[] {
  const pairs = [...searchParams].filter(([key, value]) => /^[\w-]+$/.test(key) && /^[\w-]{1,20}$/.test(value));
  const durable = pairs.filter(([, value]) => !ONE_VISIT.test(value)).map(([key, value]) => `${key}=${value}`);
  return [...durable, ...(/^#[\w/!-]{1,60}$/.test(hash) && !ONE_VISIT.test(hash) ? [hash] : [])];
}
