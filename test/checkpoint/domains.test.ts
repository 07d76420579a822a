import { describe, expect, it } from 'vitest';
import { domainRefusal, isForeignFrame } from '../../src/checkpoint/domains.js';
import { isAllowedHost, problemOfDomain } from '../../src/contracts/hosts.js';
import type { Action } from '../../src/page/action.js';
import { actOn, nodeLike, pageLike } from '../support/acts.js';
import { useSession } from '../support/session.js';

const NETFLIX = ['netflix.com'];
const HOME = 'https://www.netflix.com/account';

describe('T7 the one matcher of hosts', () => {
  it.each([
    ['netflix.com', NETFLIX, true],
    ['www.NETFLIX.com', NETFLIX, true],
    ['a.b.netflix.com.', NETFLIX, true],
    ['netflix.com', ['Netflix.COM.'], true],
    ['evilnetflix.com', NETFLIX, false],
    ['netflix.com.evil.example', NETFLIX, false],
    ['netflix.comm', NETFLIX, false],
    ['netflix.com..', NETFLIX, false],
    ['xn--mnchen-3ya.example', ['münchen.example'], true],
    ['MÜNCHEN.example', ['xn--mnchen-3ya.example'], true],
    // Letters of another alphabet that look the same.
    ['nеtflix.com', NETFLIX, false],
    ['ｎｅｔｆｌｉｘ.com', NETFLIX, true],
    ['127.0.0.1', ['127.0.0.1'], true],
    ['0x7f000001', ['127.0.0.1'], true],
    ['127.0.0.2', ['127.0.0.1'], false],
    ['1.127.0.0.1', ['127.0.0.1'], false],
    ['a.127.0.0.1', ['127.0.0.1'], false],
    ['[::1]', ['[::1]'], true],
    ['[::1]', ['[0:0:0:0:0:0:0:1]'], true],
    ['[::2]', ['[::1]'], false],
    ['localhost', ['localhost'], true],
    ['netflix.com', [], false],
    ['', NETFLIX, false],
    ['netflix.com', ['*'], false],
    ['www.netflix.com', ['*.netflix.com'], false],
    ['netflix.com', ['com'], false],
    ['shop.co.uk', ['co.uk'], false],
    ['somebody.github.io', ['github.io'], false],
    ['somebody.github.io', ['somebody.github.io'], true],
    ['evil.example', ['https://evil.example'], false],
    ['evil.example', ['evil.example/path'], false],
    ['evil.example', ['evil.example:443'], false],
    ['evil.example', ['netflix.com@evil.example'], false],
    ['evil.example', ['evil.example#netflix.com'], false],
    ['evil.example', ['evil.example\\'], false],
    ['evil.example', [''], false],
    ['evil.example', [' evil.example'], false],
  ])('%j against %j: %s', (host, allowed, expected) => {
    expect(isAllowedHost(host, allowed)).toBe(expected);
  });

  it('an entry that would allow strangers says why it is none', () => {
    expect(problemOfDomain('*.netflix.com')).toContain('has a *');
    expect(problemOfDomain('com')).toContain('would allow the sites of strangers');
    expect(problemOfDomain('https://netflix.com')).toContain('is not a domain');
    for (const domain of ['netflix.com', 'localhost', '127.0.0.1', '[::1]', 'wiki.intern'])
      expect(problemOfDomain(domain)).toBeNull();
  });
});

const click: Action = { kind: 'click' };
const refusal = (node: object, allowed: string[] | null = NETFLIX, action: Action = click, url = HOME) =>
  domainRefusal(actOn(nodeLike(node), pageLike({ url }), action), allowed);

describe('where an act leads', () => {
  it('T7 a link, a form and a button keep to the allowed domains, and the words name both', () => {
    const words = 'evil.example, which is not among the allowed domains (netflix.com)';
    expect(refusal({ href: 'https://evil.example/x' })).toBe(`this leads to ${words}`);
    expect(refusal({ submits: 'POST https://evil.example/x' })).toBe(`this sends its form to ${words}`);
    const form = { details: { formAction: 'https://evil.example/x' } };
    expect(refusal(form)).toBe(`its form is sent to ${words}`);
    expect(refusal(form, NETFLIX, { kind: 'select', values: ['a'] })).toContain('evil.example');
    expect(refusal(form, NETFLIX, { kind: 'fill', value: 'a', clear: true, submit: true })).toContain('evil.example');
    // What is only typed goes nowhere yet.
    expect(refusal(form, NETFLIX, { kind: 'fill', value: 'a', clear: true, submit: false })).toBeNull();
    // A button's own address is stronger than its form's.
    expect(refusal({ ...form, submits: 'POST https://www.netflix.com/x' })).toBeNull();
  });

  it.each([
    'https://www.netflix.com/cancel',
    'https://help.netflix.com.:8443/',
    'http://netflix.com',
    '//www.netflix.com/x',
    'survey.html',
    '#top',
    '',
    'https://user:pass@netflix.com/',
  ])('%j is of the site', (href) => {
    expect(refusal({ href })).toBeNull();
  });

  it.each([
    'https://www.netflix.com@evil.example/',
    'https://www.netflix.com:443@evil.example/',
    'https:\\\\evil.example\\www.netflix.com',
    '//evil.example/www.netflix.com',
    '\\\\evil.example',
    'https://netflix.com.evil.example',
    'https://evil.example?https://netflix.com/',
    'https://evil.example#netflix.com',
    'https://nеtflix.com/',
    'https://netflix.com%2eevil.example/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://',
    'https://netflix .com/',
  ])('T7 %j is not, however it is written', (href) => {
    expect(refusal({ href })).not.toBeNull();
  });

  it('T7 of an address that is told in part, the host has to be told whole', () => {
    const long = `https://www.netflix.com${'.netflix.com'.repeat(20)}`;
    expect(refusal({ href: long, addressHash: 'x' })).toContain('too long to be read');
    expect(refusal({ href: `https://www.netflix.com/${'a'.repeat(276)}`, addressHash: 'x' })).toBeNull();
  });

  it.each([
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://www.netflix.com/1',
    'mailto:a@b.c',
    'tel:1',
    'view-source:https://www.netflix.com',
    'chrome://settings',
    'filesystem:https://www.netflix.com/x',
    'intent://x',
    'ftp://netflix.com/',
    'about:config',
  ])('T8 %s is no web page, on any site', (href) => {
    expect(refusal({ href })).not.toBeNull();
    expect(refusal({ href }, null)).not.toBeNull();
  });

  it('T8 a javascript: link acts in the page and is judged like a button; a page from disk leads to its neighbours', () => {
    expect(refusal({ href: 'javascript:void(0)' })).toBeNull();
    expect(refusal({ href: 'about:blank' })).toBeNull();
    expect(refusal({ href: 'other.html' }, null, click, 'file:///home/a/page.html')).toBeNull();
    expect(refusal({ href: 'other.html' }, NETFLIX, click, 'file:///home/a/page.html')).not.toBeNull();
  });

  it('without a list every web page is allowed, and with an empty one none is', () => {
    expect(refusal({ href: 'https://evil.example/' }, null)).toBeNull();
    expect(refusal({ href: HOME }, [])).toBe(
      'this page is of www.netflix.com, which is not among the allowed domains ()',
    );
  });

  it('a click on what stands inside a link is a click on the link', () => {
    const link = nodeLike({ vaultyId: 'link', role: 'link', tag: 'a', href: 'https://evil.example/' });
    const inside = nodeLike({ vaultyId: 'inside', role: 'heading', parent: 0 });
    const page = pageLike({ url: HOME, nodes: [link, inside] });
    expect(domainRefusal(actOn({ ...inside, parent: -1 }, page), NETFLIX)).toContain('evil.example');
  });
});

describe('T24 frames', () => {
  const frame = (index: number, parent: number, url: string) => ({ index, parent, url, owner: -1, process: 0 });
  const within = (...urls: string[]) => {
    const frames = [frame(0, -1, HOME), ...urls.map((url, index) => frame(index + 1, index, url))];
    return { page: pageLike({ url: HOME, frames }), node: nodeLike({ frame: urls.length }) };
  };
  const refused = (...urls: string[]) => {
    const { page, node } = within(...urls);
    return domainRefusal(actOn(node, page), NETFLIX);
  };

  it('each frame around the element has to be of an allowed domain', () => {
    expect(refused('https://pay.netflix.com/')).toBeNull();
    expect(refused('about:blank')).toBeNull();
    expect(refused('about:srcdoc')).toBeNull();
    expect(refused('https://evil.example/')).toBe(
      'this is in a frame of evil.example, which is not among the allowed domains (netflix.com)',
    );
    expect(refused('https://evil.example/', 'https://pay.netflix.com/')).toContain('evil.example');
    expect(refused('https://evil.example/', 'about:srcdoc')).toContain('evil.example');
    expect(refused('data:text/html,x')).toContain('a data: address');
  });

  it('a page that is elsewhere by now is not acted on', () => {
    expect(refusal({}, NETFLIX, click, 'https://evil.example/')).toContain('this page is of evil.example');
    expect(refusal({}, NETFLIX, click, 'chrome-error://chromewebdata/')).toContain('a chrome-error: address');
    expect(refusal({}, NETFLIX, click, 'about:blank')).toBeNull();
  });

  it('a frame of another site is foreign, one of the same is not', () => {
    const foreign = (...urls: string[]) => {
      const { page, node } = within(...urls);
      return isForeignFrame(node, page);
    };
    expect(foreign()).toBe(false);
    expect(foreign('https://www.netflix.com/x')).toBe(false);
    expect(foreign('https://netflix.com/x')).toBe(false);
    expect(foreign('about:srcdoc')).toBe(false);
    expect(foreign('https://stripe.example/')).toBe(true);
    expect(foreign('https://stripe.example/', 'about:blank')).toBe(true);
  });
});

describe('as the browser tells it', () => {
  const sessions = useSession();
  const probed = async (html: string, name: string) => {
    const session = await sessions.on(html);
    const view = await session.look({ scope: 'viewport', picture: false });
    const node = view.raw.nodes.find((one) => one.name === name);
    if (!node) throw new Error(`no element is called ${name}`);
    const live = await session.probe(view, node);
    if (!live.connected || !live.visible) throw new Error(`${name} is gone`);
    return domainRefusal(actOn(live.node, { ...view.raw, url: HOME }), NETFLIX);
  };

  it.each([
    ['<a href="https://www.netflix.com@evil.example/">Go</a>'],
    [`<a href="https://www.netflix.com${'.a'.repeat(200)}@evil.example/">Go</a>`],
    ['<base href="https://evil.example/"><a href="/account">Go</a>'],
    ['<form action="https://evil.example/" method=post><button>Go</button></form>'],
    ['<form action="/x"><button formaction="https://evil.example/">Go</button></form>'],
    ['<form id=f action="https://evil.example/"></form><input type=submit form=f value=Go>'],
    ['<a href="https://evil.example/"><h2>Go</h2></a>'],
    ['<a href="data:text/html,x">Go</a>'],
  ])('T7 T8 %s is refused', async (html) => {
    expect(await probed(html, 'Go')).not.toBeNull();
  });

  it.each([
    ['<a href="https://www.netflix.com/x">Go</a>'],
    [`<a href="https://www.netflix.com/${'x'.repeat(400)}">Go</a>`],
    ['<a href="javascript:void(0)">Go</a>'],
    ['<a>Go</a><button>Go</button>'],
    ['<form action="https://help.netflix.com/search"><button>Go</button></form>'],
    ['<form><button>Go</button></form>'],
    ['<dialog open><form method=dialog><button>Go</button></form></dialog>'],
  ])('%s is not', async (html) => {
    expect(await probed(html, 'Go')).toBeNull();
  });
});
