/** The host of a web address in the one form that hosts are compared in; undefined for what is no web address. */
export function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? withoutDot(hostname) : undefined;
}

/**
 * A host is allowed when it is an entry of the list, or a subdomain of one. An address of numbers has no subdomains. An
 * empty list allows nothing, and neither does an entry that is no domain.
 */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const name = canonical(host);
  if (name === undefined) return false;
  return allowed.some((entry) => {
    const domain = problemOfDomain(entry) === null ? canonical(entry) : undefined;
    return domain !== undefined && (name === domain || (!isAddress(domain) && name.endsWith(`.${domain}`)));
  });
}

/** Under these anybody can have a name: to allow one of them would be to allow strangers. */
const OPEN_TO_ALL = /^(?:ac|co|com|edu|gov|net|org)\.[a-z]{2}$/;
const HOSTERS: ReadonlySet<string> = new Set([
  'blogspot.com',
  'github.io',
  'gitlab.io',
  'herokuapp.com',
  'netlify.app',
  'pages.dev',
  'vercel.app',
  'web.app',
  'workers.dev',
]);

/** Why this cannot stand in a list of allowed domains; null when it can. */
export function problemOfDomain(entry: string): string | null {
  const said = JSON.stringify(entry);
  if (entry.includes('*')) return `${said} has a *; a domain covers its subdomains without one`;
  const domain = canonical(entry);
  if (domain === undefined) return `${said} is not a domain such as example.com; no scheme, port or path belongs to it`;
  if (domain === 'localhost' || isAddress(domain)) return null;
  const isOpen = !domain.includes('.') || OPEN_TO_ALL.test(domain) || HOSTERS.has(domain);
  return isOpen ? `${said} would allow the sites of strangers; name the site itself, such as example.${domain}` : null;
}

/** By the rules for URLs: lower case, punycode, one way to write an address of numbers, no dot at the end. */
function canonical(host: string): string | undefined {
  // Whatever ends a host in a URL would hide what stands behind it.
  if (!/^(?:[^\s/\\?#@:[\]%]+|\[[0-9a-f:.]+\])$/i.test(host) || !URL.canParse(`http://${host}/`)) return undefined;
  const name = withoutDot(new URL(`http://${host}/`).hostname);
  return name === '' || name.startsWith('.') || name.includes('..') || name.endsWith('.') ? undefined : name;
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, '');
}

function isAddress(name: string): boolean {
  return name.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(name);
}
