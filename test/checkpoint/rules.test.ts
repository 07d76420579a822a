import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedAct } from '../../src/checkpoint/gate.js';
import { type RuledService, rulesFor } from '../../src/checkpoint/rules.js';
import type { RawPage } from '../../src/page/raw.js';
import { NETFLIX } from '../../src/services/netflix.js';
import { actOn, nodeLike, pageLike } from '../support/acts.js';
import { byName } from '../support/eyes.js';
import { fixturePath } from '../support/fixtures.js';
import { useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const sessions = useSession();
let site: Site;
beforeAll(async () => {
  site = await serve(fixturePath('sites/netflix'));
});
afterAll(() => site.close());

/** Netflix, on the pages of the fixture. */
const HERE: RuledService = { ...NETFLIX, allowed_domains: ['127.0.0.1'] };
const OURS = { isBuiltIn: true, goal: 'cancel netflix' };

async function rawAt(page: string): Promise<RawPage> {
  const session = await sessions.at(`${site.url}/${page}.html`);
  return (await session.look({ scope: 'page', picture: false })).raw;
}

async function rawOn(html: string): Promise<RawPage> {
  const session = await sessions.on(html);
  return (await session.look({ scope: 'page', picture: false })).raw;
}

async function clickOn(page: string, name: string): Promise<PlannedAct> {
  const session = await sessions.at(`${site.url}/${page}.html`);
  const view = await session.look({ scope: 'viewport', picture: false });
  const live = await session.probe(view, byName(view.raw, name));
  if (!live.connected || !live.visible) throw new Error(`${name} is gone`);
  return actOn(live.node, view.raw);
}

const stopIds = (page: RawPage, service: RuledService = HERE): string[] =>
  rulesFor(service, OURS)
    .stopsOn(page)
    .map(({ reason }) => reason.id);

describe('checkpoints of a service', () => {
  it('002-F74 are conditions of the service on what was seen: another service stops elsewhere', async () => {
    const shop: RuledService = {
      checkpoints: [{ id: 'survey', reason: 'A survey.', when: { heading_contains: 'why are you leaving' } }],
    };
    const pages = ['account', 'survey', 'retention', 'confirm', 'complete', 'login'];
    const found = await pages.reduce<Promise<[string, string[], string[]][]>>(async (before, page) => {
      const list = await before;
      const raw = await rawAt(page);
      return [...list, [page, stopIds(raw), stopIds(raw, shop)]];
    }, Promise.resolve([]));
    // T002-3: the account page speaks of membership and billing, and nobody is asked there.
    expect(found).toEqual([
      ['account', [], []],
      ['survey', [], ['survey']],
      ['retention', [], []],
      ['confirm', ['finish_cancellation'], []],
      ['complete', [], []],
      ['login', [], []],
    ]);
  });

  it.each(['Finish Cancellation - Netflix', 'FINISH CANCELLATION', 'please finish cancellation now'])(
    '002-F75 Netflix stops on the title %j, with nothing else on the page',
    async (title) => {
      expect(stopIds(await rawOn(`<title>${title}</title><p>Nothing to click`))).toEqual(['finish_cancellation']);
    },
  );

  it.each(['Finish Cancellation', 'FINISH CANCEL', 'Yes, finish cancelling'])(
    '002-F76 Netflix stops on a button %j, whatever the title is, and knows that it is about this button',
    async (name) => {
      const [stop, ...others] = rulesFor(HERE, OURS).stopsOn(
        await rawOn(`<title>Hello</title><button>Keep it</button><button>${name}</button>`),
      );
      expect([stop?.reason.id, stop?.node?.name, others]).toEqual(['finish_cancellation', name, []]);
    },
  );

  it('T002-1 Netflix stops on a link that looks like a button, and on the title of the other spelling', async () => {
    expect(stopIds(await rawOn('<title>x</title><a href="/done">Confirm cancellation</a>'))).toHaveLength(1);
    expect(stopIds(await rawOn('<title>Confirm Cancellation - Netflix</title>'))).toHaveLength(1);
    expect(stopIds(await rawOn('<title>x</title><button>Finish</button><a href="/x">Cancel</a>'))).toEqual([]);
  });

  it('a condition that cannot be read stops', () => {
    const broken = {
      checkpoints: [{ id: 'broken', reason: 'x', when: { nonsense: true } }],
    } as unknown as RuledService;
    expect(stopIds(pageLike(), broken)).toEqual(['broken']);
  });
});

describe('links on the way', () => {
  const ask = (act: PlannedAct, options = OURS, service = HERE) => rulesFor(service, options).reasonToAsk(act);

  it('a built-in service knows its own links: nobody is asked until it counts', async () => {
    expect(ask(await clickOn('account', 'Cancel Membership'))).toBeNull();
    expect(ask(await clickOn('retention', 'Continue to Cancel'))).toBeNull();
    expect(ask(await clickOn('survey', 'Continue'))).toBeNull();
    expect(ask(await clickOn('confirm', 'Finish Cancellation'))?.id).toBe('finish_cancellation');
    expect(ask(await clickOn('confirm', 'Keep my membership'))).toBeNull();
  });

  it('T13 a file of the user never does, whatever it says: nothing in a file says yes', async () => {
    const act = await clickOn('account', 'Cancel Membership');
    expect(ask(act, { ...OURS, isBuiltIn: false })?.id).toBe('irreversible_words');
    expect(rulesFor(HERE).reasonToAsk(act)?.id).toBe('irreversible_words');
  });

  it('only what the goal is about: signing out of all devices is not', async () => {
    expect(ask(await clickOn('account', 'Sign out of all devices'))?.id).toBe('irreversible_words');
    const act = await clickOn('account', 'Cancel Membership');
    expect(ask(act, { ...OURS, goal: 'change my plan on netflix' })?.id).toBe('irreversible_words');
    expect(ask(act, { ...OURS, goal: 'end my netflix membership' })).toBeNull();
    expect(ask(act, { ...OURS, goal: 'Netflix kündigen' })).toBeNull();
  });

  const link = {
    role: 'link',
    tag: 'a',
    name: 'Cancel Membership',
    text: 'Cancel Membership',
    href: 'https://www.netflix.com/c',
    details: {},
  };
  const page = pageLike({ url: 'https://www.netflix.com/account', title: 'Account' });
  it.each([
    ['a link', {}, null],
    ['a link that shows something else', { text: 'Delete profile' }, 'irreversible_words'],
    ['a link that is called something else', { name: 'Delete profile' }, 'irreversible_words'],
    ['a button', { role: 'button', tag: 'button', href: undefined }, 'irreversible_words'],
    ['a link that is a button to those who cannot see', { role: 'button' }, 'irreversible_words'],
    ['something else that is called a link', { tag: 'span' }, 'irreversible_words'],
    ['a link that runs a script', { href: 'javascript:cancel()' }, 'irreversible_words'],
    ['a link without an address', { href: undefined }, 'irreversible_words'],
    ['a link that sends a form', { submits: 'POST https://www.netflix.com/c' }, 'irreversible_words'],
    ['a link to another site', { href: 'https://evil.example/c' }, 'irreversible_words'],
    ['the last link', { name: 'Finish cancellation', text: 'Finish cancellation' }, 'finish_cancellation'],
  ])('%s: %j', (_, change, id) => {
    const { href, ...rest } = { ...link, ...change };
    const node = nodeLike({ ...rest, ...(href === undefined ? {} : { href }) });
    expect(ask(actOn(node, page), OURS, NETFLIX)?.id ?? null).toBe(id);
  });

  it('on the page that a checkpoint is about, every link is judged by its words', () => {
    const confirm = pageLike({ url: 'https://www.netflix.com/confirm', title: 'Finish Cancellation' });
    expect(ask(actOn(nodeLike(link), confirm), OURS, NETFLIX)?.id).toBe('irreversible_words');
  });

  it('OK to what a page asks back is no plain link', () => {
    const dialog = { kind: 'confirm', message: 'Sure?' };
    expect(ask(actOn(nodeLike(link), page, { kind: 'click', dialog }), OURS, NETFLIX)?.id).toBe('irreversible_words');
  });
});

describe('what is asked and refused on any site', () => {
  const frames = [
    { index: 0, url: 'https://shop.example/', parent: -1, owner: -1, process: 0 },
    { index: 1, url: 'https://pay.example/', parent: 0, owner: 0, process: 1 },
  ];
  const page = pageLike({ url: 'https://shop.example/', frames });
  const inFrame = nodeLike({ name: 'Continue', text: 'Continue', frame: 1, details: {} });

  it('T24 in a frame of another site everything is asked about; where domains are listed it is refused', () => {
    const anySite = rulesFor({ checkpoints: [] });
    expect(anySite.reasonToAsk(actOn(inFrame, page))?.id).toBe('foreign_frame');
    expect(anySite.reasonToAsk(actOn({ ...inFrame, frame: 0 }, page))).toBeNull();
    expect(anySite.reasonToRefuse(actOn(inFrame, page))).toBeNull();
    const shop = rulesFor({ checkpoints: [], allowed_domains: ['shop.example'] });
    expect(shop.reasonToRefuse(actOn(inFrame, page))).toContain('pay.example');
    const both = rulesFor({ checkpoints: [], allowed_domains: ['shop.example', 'pay.example'] });
    expect([both.reasonToRefuse(actOn(inFrame, page)), both.reasonToAsk(actOn(inFrame, page))?.id]).toEqual([
      null,
      'foreign_frame',
    ]);
  });

  it('T1 what throws is asked about, refused or stops: never a yes', () => {
    const bad = {
      ...page,
      get nodes(): never {
        throw new Error('unreadable');
      },
    } as RawPage;
    const rules = rulesFor(NETFLIX, OURS);
    expect(rules.stopsOn(bad).map(({ reason }) => reason.id)).toEqual(['unreadable', 'finish_cancellation']);
    expect(rules.wallOn(bad)).toBeNull();
    const lost = actOn({ ...inFrame, frame: 7 }, page);
    expect(rules.reasonToRefuse(lost)).toContain('cannot be told');
    expect(rulesFor({ checkpoints: [] }).reasonToAsk(lost)).toMatchObject({ id: 'unreadable' });
  });
});
