import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskCommandV1 } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import type { RawNode } from '../../src/page/raw.js';
import { guardTask } from '../../src/replay/guard.js';
import { lintTask } from '../../src/resolve/lint.js';
import { nodesOfRole, parseSelector } from '../../src/resolve/selector.js';
import { type Command, type CommandLog, createCommandLog } from '../../src/step/commands.js';
import { recordedTask } from '../../src/step/recordedTask.js';
import { root } from '../support/cli.js';
import { useTools } from '../support/session.js';
import { folderListener, type Site, serve } from '../support/site.js';
import type { RealBench } from '../support/tools.js';

const CANARY = 'canary-5-horses';
const CARD = '4111 1111 1111 1111';
const FORM = `<title>Form</title><form id=f onsubmit="event.preventDefault(); document.title = 'Sent'">
  <label>Email <input name=email type=email></label>
  <label>About <textarea data-testid=about></textarea></label>
  <label>Password <input type=password name=userPassword></label>
  <label>Again <input type=password name=again></label>
  <label>Card number <input autocomplete=cc-number id=card></label>
  <label>Country <select id=country><option value=fr>France<option value=es>Spain</select></label>
  <label>Colours <select multiple name=colours><option>red<option>green<option>blue</select></label>
  <label><input type=checkbox name=terms value=yes> Terms</label>
  <label><input type=radio name=plan value=a> Basic</label><label><input type=radio name=plan value=b> Best</label>
  <div id=r-123456 contenteditable role=textbox aria-label=Notes style="min-height:20px"></div>
  <label>Day <input type=date name=day></label>
  <label>Search <input type=search name=q onkeydown="if (event.key == 'Enter') document.title = 'Found ' + value"></label>
  <button type=button onclick="n.textContent = +n.textContent + 1">More</button><output id=n>0</output>
  <button type=button>Nothing</button>
</form>`;
const ROWS = ['Anna', 'Bert', 'Carl'].map(
  (name, at) =>
    `<tr data-testid=row-${at}><td>${name}<td><button onclick="document.title='gone ${name}'">Delete</button>`,
);
const TWINS = `<title>Twins</title><table>${ROWS.join('')}</table>
  <div class="card css-1x2y3z" onclick="document.title = 'Opened'" style="cursor:pointer">Row of its own</div>
  <button style="display:none">Save</button><button onclick="document.title='Saved'">Save</button>
  <ul><li><span tabindex=0 onclick="document.title='one'">x</span></li><li><span tabindex=0 onclick="document.title='two'">x</span></li></ul>`;
const INNER = `<title>Inner</title><button onclick="this.textContent='Done'">Inside</button>`;
const NESTED = (foreign: string): string => `<title>Nested</title><button>Outside</button><output id=said>0</output>
  <iframe src=/inner.html title=Same></iframe><iframe src=${foreign}/inner.html?key=1 title=Other></iframe>
  <div id=far></div><div id=near></div><script>
  far.attachShadow({ mode: 'closed' }).innerHTML = '<button data-qa=deep onclick="said.textContent = 1">Deep</button>';
  near.attachShadow({ mode: 'open' }).innerHTML = '<button class=inner onclick="said.textContent = 2">Shallow</button>';
  </script>`;

const tools = useTools();
let site: Site;
let netflix: Site;
beforeAll(async () => {
  netflix = await serve(folderListener(`${root}fixtures/sites/netflix`));
  site = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    const pages: Record<string, string> = { '/form': FORM, '/twins': TWINS, '/inner.html': INNER };
    response.end(pages[(request.url ?? '').split('?')[0] ?? ''] ?? NESTED(site.foreign));
  });
});
afterAll(() => Promise.all([site.close(), netflix.close()]));

interface Recording {
  bench: RealBench;
  log: CommandLog;
  url: string;
}

async function recordingAt(url: string, values?: ReadonlyMap<string, string>): Promise<Recording> {
  const bench = await tools.at(url);
  const log = createCommandLog(values);
  log.opened(url);
  bench.context.commands = log;
  return { bench, log, url };
}

function taskOf({ log }: Recording, goal = 'a test'): TaskCommandV1 {
  const viewport = { width: 1280, height: 800 };
  const task = recordedTask(log, { taskId: 'test', goal, service: 'generic', viewport, status: 'completed' });
  if (!task || 'problem' in task) throw new Error(`not a task: ${JSON.stringify(task)}`);
  expect(problemsWriting('task_command.v1', task)).toEqual([]);
  expect(guardTask(task)).toBeNull();
  return task;
}

type Aimed = Extract<Command, { params: { selector: string } }>;

function aimed(commands: readonly Command[]): Aimed[] {
  return commands.filter((command): command is Aimed => 'selector' in command.params);
}

/** The names of what each selector of a command finds on the page that is in front. */
async function findings({ driver }: RealBench, { params }: Aimed): Promise<string[][]> {
  const all = [params.selector, ...(params.fallback_selectors ?? [])];
  return Promise.all(
    all.map(async (text) => {
      const selector = parseSelector(text);
      if ('problem' in selector) throw new Error(selector.problem);
      if (selector.by === 'role') {
        const { raw } = await driver.look({ scope: 'page', picture: false });
        return nodesOfRole(selector, raw.nodes).map(({ name }) => name);
      }
      const found = await driver.find(selector.by, selector.value);
      return 'problem' in found ? [found.problem] : found.nodes.map(({ name }) => name);
    }),
  );
}

/** Every selector finds exactly one element, and that is the recorded one. */
async function expectProven(bench: RealBench, command: Aimed): Promise<void> {
  const found = await findings(bench, command);
  expect([command.params.selector, found]).toEqual([
    command.params.selector,
    found.map(() => [command.params.recorded?.name]),
  ]);
}

async function clickText(bench: RealBench, text: string, index: number): Promise<void> {
  await bench.use('get_snapshot', {});
  const nodes: readonly RawNode[] = bench.context.shown?.projection.nodes ?? [];
  const node = nodes.filter((one) => one.text === text)[index];
  expect((await bench.use('browser_click', { ref: `@e${node ? nodes.indexOf(node) : -1}` })).success).toBe(true);
}

const BARE = /^[a-z]+[0-9]?$/;

describe('recording', () => {
  it('004-1 004-2 004-3 004-5 004-10 the cancellation becomes a task: each click by what lasts, with proven fallbacks', async () => {
    const one = await recordingAt(`${netflix.url}/account.html`);
    const { bench, log } = one;
    bench.gate.reason = ({ node }) => (node?.name === 'Finish Cancellation' ? 'it ends the membership' : null);
    bench.gate.answer = () => ({ approved: true });
    const names = ['Cancel Membership', 'It is too expensive', 'Continue', 'Continue to Cancel', 'Finish Cancellation'];
    for (const name of names) expect((await bench.click(name)).success).toBe(true);
    const again = await recordingAt(one.url);
    again.bench.gate.answer = () => ({ approved: true });
    for (const [index, command] of aimed(log.commands()).entries()) {
      await expectProven(again.bench, command);
      await again.bench.click(names[index] as string);
    }
    const task = taskOf(one);
    expect(task.commands.map(({ id, action }) => `${id} ${action}`)).toEqual([
      '1 navigate',
      ...['2 click', '3 wait_for_url', '4 click', '5 click', '6 wait_for_url'],
      ...['7 click', '8 wait_for_url', '9 click', '10 wait_for_url'],
    ]);
    expect(task.commands[1]).toMatchObject({
      params: {
        selector: '[data-uia="action-cancel-plan"]',
        recorded: { role: 'link', name: 'Cancel Membership', count: 1 },
      },
    });
    expect(task.commands[2]).toEqual({ id: '3', action: 'wait_for_url', params: { contains: '/survey.html' } });
    expect(aimed(task.commands).map(({ params }) => params.recorded?.gated ?? false)).toEqual([
      ...[false, false, false, false],
      true,
    ]);
    expect(aimed(task.commands).every(({ params }) => (params.fallback_selectors ?? []).length > 0)).toBe(true);
    expect(task.allowed_domains).toEqual(['127.0.0.1']);
    expect(lintTask(task).ok).toBe(true);
  });

  it('004-4 every kind of field is typed into, and nothing that is secret is written down', async () => {
    const one = await recordingAt(`${site.url}/form`);
    const { bench } = one;
    await bench.fill('Email', 'a@b.c');
    await bench.fill('About', 'first\nsecond');
    await bench.fill('Password', CANARY);
    await bench.fill('Again', CANARY);
    await bench.fill('Card number', CARD);
    await bench.select('Country', 'Spain');
    await bench.select('Colours', 'red', 'blue');
    await bench.click('Terms');
    await bench.click('Best');
    await bench.fill('Notes', 'hello');
    await bench.fill('Day', '2026-11-18');
    await bench.fill('Search', 'shoes', { submit: true });
    const task = taskOf(one, `fill "Password" with "${CANARY}" and pay with ${CARD}`);
    const rows = aimed(task.commands).map(({ action, params }) => {
      const { intent: _, recorded: __, fallback_selectors: ___, selector, ...rest } = { ...params };
      return { action, selector, ...rest };
    });
    expect(rows).toEqual([
      { action: 'type', selector: 'role=textbox[name="Email"]', text: 'a@b.c' },
      { action: 'type', selector: '[data-testid="about"]', text: 'first\nsecond' },
      { action: 'type', selector: 'role=textbox[name="Password"]', text: '{{var:user_password}}' },
      { action: 'type', selector: 'role=textbox[name="Again"]', text: '{{var:user_password}}' },
      { action: 'type', selector: '#card', text: '{{var:card}}' },
      { action: 'type', selector: '#country', text: 'Spain', choose: true },
      {
        action: 'type',
        selector: 'role=listbox[name="Colours"]',
        text: 'red',
        choose: true,
        additional_values: ['blue'],
      },
      { action: 'click', selector: 'role=checkbox[name="Terms"]' },
      { action: 'click', selector: 'role=radio[name="Best"]' },
      { action: 'type', selector: 'role=textbox[name="Notes"]', text: 'hello' },
      { action: 'type', selector: 'role=textbox[name="Day"]', text: '2026-11-18' },
      { action: 'type', selector: 'role=searchbox[name="Search"]', text: 'shoes', submit: true },
    ]);
    expect(task.variables).toEqual(['user_password', 'card']);
    expect(JSON.stringify(task)).not.toContain(CANARY);
    expect(JSON.stringify(task)).not.toContain(CARD);
    expect(task.goal).toBe('fill "Password" with "{{var:user_password}}" and pay with {{var:card}}');
    const again = await recordingAt(one.url);
    for (const command of aimed(task.commands)) await expectProven(again.bench, command);
  });

  it('T004-8 nothing twice: a text typed over counts once, a click that did nothing not at all, two clicks are two', async () => {
    const one = await recordingAt(`${site.url}/form`);
    const { bench } = one;
    await bench.fill('Email', 'wrong@b.c');
    await bench.fill('Email', 'right@b.c');
    await bench.fill('Email', '.d', { clear_first: false });
    await bench.click('Nothing');
    await bench.click('More');
    await bench.click('More');
    await bench.use('browser_scroll', { direction: 'down' });
    const [opened, typed, ...others] = taskOf(one).commands;
    expect(opened).toEqual({ id: '1', action: 'navigate', params: { url: one.url } });
    expect(typed).toMatchObject({ id: '2', action: 'type', params: { text: 'right@b.c.d' } });
    expect(others.map(({ action }) => action)).toEqual(['click', 'click']);
    expect(aimed(others).map(({ params }) => params.recorded?.name)).toEqual(['More', 'More']);
  });

  it('T004-9 twins are told apart by where they stand, and nothing is ever found by its kind alone', async () => {
    const one = await recordingAt(`${site.url}/twins`);
    const { bench, log } = one;
    const bert = bench.context.shown?.projection.snapshot.elements.filter(({ name }) => name === 'Delete')[1];
    await bench.use('browser_click', { ref: bert?.ref });
    await clickText(bench, 'Row of its own', 0);
    await bench.click('Save');
    await clickText(bench, 'x', 1);
    const [deleted, row, save, last] = aimed(taskOf(one).commands);
    expect(deleted?.params).toMatchObject({ selector: '[data-testid="row-1"] button', recorded: { count: 3 } });
    expect(deleted?.params.recorded?.row).toContain('Bert');
    expect(row?.params.selector).toBe('div.card');
    expect(row?.params.fallback_selectors).toContain('text="Row of its own"');
    expect(save?.params.selector).toBe('role=button[name="Save"]');
    expect(last?.params.selector).toMatch(/li:nth-of-type\(2\) > span$/);
    const again = await recordingAt(one.url);
    for (const command of aimed(log.commands())) {
      await expectProven(again.bench, command);
      for (const selector of [command.params.selector, ...(command.params.fallback_selectors ?? [])]) {
        expect(selector).not.toMatch(BARE);
      }
    }
  });

  it('what stands in frames of any origin and in shadow roots is proven unique on the whole page', async () => {
    const one = await recordingAt(`${site.url}/nested`);
    const { bench, log } = one;
    await bench.click('Deep');
    await bench.click('Shallow');
    const inside = bench.context.shown?.projection.snapshot.elements.filter(({ name }) => name === 'Inside') ?? [];
    expect(inside).toHaveLength(2);
    await bench.use('browser_click', { ref: inside[1]?.ref });
    const [deep, shallow, other] = aimed(log.commands());
    expect(deep?.params.selector).toBe('[data-qa="deep"]');
    expect(shallow?.params).toMatchObject({ selector: 'role=button[name="Shallow"]', recorded: { count: 1 } });
    expect(other?.params.recorded).toMatchObject({ name: 'Inside', count: 2, frame: `${site.foreign}/inner.html` });
    const again = await recordingAt(one.url);
    await expectProven(again.bench, deep as Aimed);
    await expectProven(again.bench, shallow as Aimed);
    // Two of them in two frames: nothing tells them apart, so replay will stop rather than take one.
    expect(other?.params.fallback_selectors).toBeUndefined();
  });

  it('values that the user marked stand nowhere in the task but by their names', async () => {
    const values = new Map([['mail', 'jane.doe@example.com']]);
    const one = await recordingAt(`${site.url}/form`, values);
    await one.bench.fill('Email', 'jane.doe@example.com');
    await one.bench.fill('About', 'write to jane.doe@example.com, please');
    const task = taskOf(one, 'sign up jane.doe@example.com');
    expect(aimed(task.commands).map(({ params }) => ('text' in params ? params.text : ''))).toEqual([
      '{{var:mail}}',
      'write to {{var:mail}}, please',
    ]);
    expect([task.goal, task.variables]).toEqual(['sign up {{var:mail}}', ['mail']]);
    expect(JSON.stringify(task)).not.toContain('jane');
    expect(JSON.stringify(one.bench.events.map(({ payload }) => payload.args))).not.toContain('jane');
  });
});
