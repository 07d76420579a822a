import type { Browser } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSession, type Session } from '../../src/browser/session.js';
import { rulesFor } from '../../src/checkpoint/rules.js';
import { GENERIC } from '../../src/services/generic.js';
import { startTestBrowser } from '../support/eyes.js';
import { MOMENTS, type RiskySite, SWAPS, startRiskySite } from '../support/riskySite.js';
import { benchOver, type RealBench } from '../support/tools.js';

const WINDOW = { width: 640, height: 480 };

let browser: Browser;
let site: RiskySite;
let effects: string[] = [];
const sessions: Session[] = [];
beforeAll(async () => {
  browser = await startTestBrowser();
  site = await startRiskySite((who, what) => effects.push(`${who} ${what}`));
  sessions.push(...(await Promise.all(SWAPS.map(() => openSession(browser, WINDOW)))));
});
beforeEach(() => {
  effects = [];
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** The tools on this page of the site, with the rules for any site and a human who says yes. */
async function at(path: string, which = 0): Promise<RealBench> {
  const session = sessions[which] as Session;
  await session.eyes().page.evaluate('onbeforeunload = null');
  await session.goTo(site.enter(`w${which}`, path), 5_000);
  const bench = benchOver(session);
  bench.gate.rules = rulesFor(GENERIC);
  bench.gate.answer = () => ({ approved: true });
  await bench.use('get_snapshot', {});
  return bench;
}

const inPage = (bench: RealBench, script: string): Promise<unknown> => bench.driver.eyes().page.evaluate(script);
const click = (bench: RealBench, name: string) => bench.use('browser_click', { ref: bench.ref(name) });

/** Runs this between the human's answer and the click. */
function beforeDispatch({ context }: RealBench, work: () => Promise<unknown>): void {
  const { recorder } = context;
  context.recorder = {
    ...recorder,
    async record(type, payload) {
      await recorder.record(type, payload);
      if (type === 'step_started') await work();
    },
  };
}

const REFUSED = /^(?:ref_invalid|action_failed|element_obscured|timeout)$/;

describe('T3 T4 an approval is one of what was shown', () => {
  it.each(SWAPS.map((swap, which) => [swap, which] as const))(
    'the attack works on a bare browser: %s',
    async (swap, which) => {
      const page = await browser.newPage({ viewport: WINDOW });
      await page.goto(site.enter(`bare${which}`, `/swap?swap=${swap}&moment=mouseover`));
      await page.mouse.move(100, 105);
      await page.mouse.move(101, 106);
      const done = page.waitForResponse((response) => /swapped|fine/.test(response.url()));
      await page.mouse.down();
      await page.mouse.up();
      await done;
      expect(effects).toContain(`bare${which} swapped`);
      await page.close();
    },
  );

  it.each(['while the human is asked', 'between the answer and the click', ...MOMENTS])(
    'F7 F8 F9 M2 M3 swaps %s never have the wrong effect',
    async (moment) => {
      const results = await Promise.all(
        SWAPS.map(async (swap, which) => {
          const isEvent = MOMENTS.some((one) => one === moment);
          const bench = await at(`/swap?swap=${swap}&moment=${isEvent ? moment : ''}`, which);
          const change = () => inPage(bench, 'swap()');
          if (moment.startsWith('while')) {
            bench.gate.answer = async () => {
              await change();
              return { approved: true };
            };
          }
          if (moment.startsWith('between')) beforeDispatch(bench, change);
          const { success, error } = await click(bench, 'Submit order');
          // Asked once, about what was there.
          const names = bench.gate.asked.map((asked) => (asked.kind === 'act' ? asked.act.node?.name : asked.kind));
          return { swap, isTold: success || REFUSED.test(error ?? ''), names };
        }),
      );
      expect(effects).toEqual([]);
      expect(results).toEqual(SWAPS.map((swap) => ({ swap, isTold: true, names: ['Submit order'] })));
    },
  );

  it.each([
    ['the address of a link', '<a id=b href=/fine>Cancel order</a>', "b.href = '/do/swapped'"],
    [
      'what a link around it leads to',
      '<a id=a href=/fine><span role=button tabindex=0>Cancel order</span></a>',
      "a.href = '/do/swapped'",
    ],
    [
      'the button inside it',
      '<div id=b role=button tabindex=0>Cancel order</div>',
      "const s = document.createElement('button'); s.textContent = 'x'; s.style = 'position:absolute;inset:0;opacity:0'; s.onclick = () => fetch('/do/swapped', {method:'POST'}); b.style.position = 'relative'; b.append(s)",
    ],
    ['the page', '<button>Cancel order</button>', "history.pushState(null, '', '/other')"],
  ])('T4 %s changes while the human is asked: the approval is void', async (_, html, change) => {
    const bench = await at('/empty');
    await inPage(bench, `document.body.innerHTML = ${JSON.stringify(html)}`);
    await bench.use('get_snapshot', {});
    bench.gate.answer = async () => {
      await inPage(bench, change);
      return { approved: true };
    };
    expect(await click(bench, 'Cancel order')).toMatchObject({ success: false, error: 'ref_invalid' });
    expect(effects).toEqual([]);
  });

  it('T4 another page, or a frame drawn anew, while the human is asked', async () => {
    const bench = await at('/team');
    bench.gate.answer = async () => {
      const redraw = "const f = document.querySelector('iframe'); f.addEventListener('load', loaded); f.srcdoc += ' '";
      await inPage(bench, `new Promise((loaded) => { ${redraw} })`);
      return { approved: true };
    };
    expect(await click(bench, 'Delete team')).toMatchObject({ success: false, error: 'ref_invalid' });
    bench.gate.answer = async () => {
      await bench.driver.goTo(`${site.url}/team`, 5_000);
      return { approved: true };
    };
    expect(await click(bench, 'Erase logs')).toMatchObject({ success: false, error: 'ref_invalid' });
    expect(effects).toEqual([]);
  });

  it('T1 M2 what was judged is what is clicked: a button that only looks harmless while it is judged is not', async () => {
    const bench = await at('/empty');
    await inPage(bench, "document.body.innerHTML = '<button id=b>Delete</button>'");
    await inPage(bench, "b.onclick = () => fetch('/do/swapped', {method:'POST'})");
    await bench.use('get_snapshot', {});
    const ref = bench.ref('Delete');
    await inPage(bench, "b.textContent = 'Next'");
    beforeDispatch(bench, () => inPage(bench, "b.textContent = 'Delete'"));
    expect(await bench.use('browser_click', { ref })).toMatchObject({ success: false, error: 'ref_invalid' });
    expect(effects).toEqual([]);
    // Nobody was asked either: what the model chose is not there any more.
    expect(bench.gate.asked).toEqual([]);
  });

  it.each([
    ['before it is acted on', ['state']],
    ['while the human is asked about the act', ['act', 'state']],
  ])(
    '002-F74 a page that comes to a checkpoint by itself, %s, is asked about before anything is done',
    async (_, kinds) => {
      const bench = await at('/empty');
      const isAsked = kinds.length > 1;
      const name = isAsked ? 'Delete' : 'Continue';
      const come = () => inPage(bench, "document.title = 'Last step'");
      const atTheEnd = { title_contains: 'last step' };
      bench.gate.rules = rulesFor({ checkpoints: [{ id: 'last', reason: 'It ends here.', when: atTheEnd }] });
      await inPage(bench, `document.body.innerHTML = '<button id=b>${name}</button>'`);
      await inPage(bench, "b.onclick = () => fetch('/do/swapped', {method:'POST'})");
      await bench.use('get_snapshot', {});
      bench.gate.answer = async ({ kind }) => {
        if (kind === 'act') await come();
        return kind === 'act' ? { approved: true } : { approved: false, message: 'not yet' };
      };
      if (!isAsked) await come();
      expect(await click(bench, name)).toMatchObject({ success: false, error: 'human_rejected' });
      expect(bench.gate.asked.map(({ kind }) => kind)).toEqual(kinds);
      expect(effects).toEqual([]);
    },
  );

  it('T002-16 what was asked of the human by the model opens no gate, and a page that changed meanwhile is asked about as it is', async () => {
    const bench = await at('/empty');
    await inPage(bench, "document.body.innerHTML = '<button id=b>Next</button>'");
    await bench.use('get_snapshot', {});
    const answers: string[] = [];
    bench.gate.answer = async ({ kind }) => {
      answers.push(kind);
      if (kind !== 'model') return { approved: false, message: 'no' };
      await inPage(bench, "b.textContent = 'Delete'; b.onclick = () => fetch('/do/lazy', {method:'POST'})");
      return { approved: true };
    };
    await bench.call('request_human_approval', { action: 'press Next', reason: 'harmless' });
    await click(bench, 'Next');
    await bench.use('get_snapshot', {});
    expect(await click(bench, 'Delete')).toMatchObject({ error: 'human_rejected' });
    expect(effects).toEqual([]);
    expect(answers).toContain('act');
  });
});

describe('T2 T30 one yes, one act', () => {
  it('002-F80 an approval is used once: the same click once more is asked about again', async () => {
    const bench = await at('/shop');
    await click(bench, 'Place your order');
    await click(bench, 'Place your order');
    expect(effects).toEqual(['w0 ordered', 'w0 ordered']);
    expect(bench.gate.asked).toHaveLength(2);
  });

  it('002-F81 002-AC-H4 what was refused is refused again without asking; after five noes nobody is asked any more', async () => {
    const bench = await at('/account');
    bench.gate.answer = () => ({ approved: false, message: 'leave it' });
    const first = await click(bench, 'Delete account');
    expect(first).toMatchObject({ error: 'human_rejected', message: 'User feedback: leave it' });
    expect(await click(bench, 'Delete account')).toMatchObject({ error: 'human_rejected' });
    expect(bench.gate.asked).toHaveLength(1);
    for (const name of ['Cancel membership', 'Sign out everywhere', 'Public profile']) await click(bench, name);
    await bench.use('browser_select', { ref: bench.ref('Plan'), value: 'Free' });
    expect(bench.gate.asked).toHaveLength(5);
    await bench.driver.goTo(`${site.url}/shop`, 5_000);
    bench.gate.answer = () => ({ approved: true });
    await bench.use('get_snapshot', {});
    expect(await click(bench, 'Buy now')).toMatchObject({ error: 'human_rejected' });
    expect(bench.gate.asked).toHaveLength(5);
    expect(effects).toEqual([]);
  });
});

describe('T14 F21 what a page asks back', () => {
  it('confirm is dismissed and told; the same once more asks the human, and OK is answered to that one only', async () => {
    const bench = await at('/bank');
    const first = await click(bench, 'Send money');
    expect(first.message).toContain('was told no');
    expect(effects).toEqual([]);
    expect(await click(bench, 'Send money')).toMatchObject({ success: true });
    expect(bench.gate.asked.at(-1)).toMatchObject({
      kind: 'act',
      reason: { id: 'dialog' },
      act: { action: { dialog: { kind: 'confirm', message: 'Send 900 to Bob?' } } },
    });
    expect(effects).toEqual(['w0 paid']);
  });

  it('with other words than those approved it is dismissed; a no to OK is final', async () => {
    const bench = await at('/bank');
    await click(bench, 'Send money');
    bench.gate.answer = async () => {
      await inPage(bench, "document.forms[0].onsubmit = () => confirm('Send 90000 to Eve?')");
      return { approved: true };
    };
    expect((await click(bench, 'Send money')).message).toContain('was told no');
    bench.gate.answer = () => ({ approved: false, message: 'never' });
    expect(await click(bench, 'Send money')).toMatchObject({ error: 'human_rejected' });
    expect(await click(bench, 'Send money')).toMatchObject({ error: 'human_rejected' });
    expect(effects).toEqual([]);
  });

  it('beforeunload: the page is not left before a human said so', async () => {
    const bench = await at('/bank');
    await click(bench, 'Remember me');
    await click(bench, 'shop');
    expect(bench.driver.eyes().page.url()).toContain('/bank');
    expect(bench.gate.asked).toEqual([]);
    await click(bench, 'shop');
    expect(bench.gate.asked).toMatchObject([{ act: { action: { dialog: { kind: 'beforeunload' } } } }]);
    expect(bench.driver.eyes().page.url()).toContain('/shop');
  });

  it('a prompt wants words of its own, which nobody has: it is dismissed every time', async () => {
    const bench = await at('/empty');
    await inPage(
      bench,
      `document.body.innerHTML = "<button onclick=\\"if (prompt('Type YES')) fetch('/do/lazy',{method:'POST'})\\">Go on</button>"`,
    );
    await bench.use('get_snapshot', {});
    await click(bench, 'Go on');
    await click(bench, 'Go on');
    expect(effects).toEqual([]);
  });
});
