import { describe, expect, it } from 'vitest';
import { readPlainGoal } from '../../src/agent/plainGoal.js';
import { type Part, playbookModel } from '../../src/agent/playbook.js';
import type { Shown } from '../../src/tools/tool.js';
import { loopOver } from '../support/loop.js';
import { useSession } from '../support/session.js';

const { on } = useSession();
const FORM = `<title>Form</title><label>Email <input></label><label>Country <select><option>France<option>Spain</select></label>
  <label><input type=checkbox> Terms</label><div style="height:2000px"></div><button onclick="document.title = 'Sent'; this.remove()">Send it</button>`;

async function play(html: string, goal: string) {
  const read = readPlainGoal(goal);
  if (!read.ok) throw new Error(`cannot be read: ${read.rest}`);
  return playPart(html, { kind: 'steps', steps: read.steps });
}

async function playPart(html: string, part: Part) {
  const session = await on(html);
  let seen: () => Shown | null = () => null;
  const model = playbookModel(part, () => seen());
  const run = await loopOver(session, model, {
    prepare: (bench) => {
      seen = () => bench.context.shown;
    },
  });
  return { ...run, page: session.eyes().page };
}

describe('without a model', () => {
  it('a plain goal is carried out through the same tools and the same loop', async () => {
    const { end, page } = await play(
      FORM,
      'fill "Email" with "a@b.c", select "Spain" in "Country", tick "Terms", click "Send it"',
    );
    expect(end).toMatchObject({ success: true, reason: 'completed' });
    expect(await page.title()).toBe('Sent');
    expect(await page.inputValue('input')).toBe('a@b.c');
    expect(await page.inputValue('select')).toBe('Spain');
    expect(end.steps.map(({ tool }) => tool)).toEqual([
      ...['browser_fill', 'browser_select', 'browser_click'],
      // The button is out of view: looked for on the whole page, scrolled to, then clicked.
      ...['get_snapshot', 'browser_scroll', 'browser_click', 'complete_task'],
    ]);
  });

  it.each([
    ['what is not there', 'click "Nowhere"', 'no element fits well enough'],
    ['what is there twice', 'click "Twin"', 'more than one element fits'],
    ['what does not do anything', 'click "Dead"', 'no_dom_change'],
    ['a part of a name', 'click "Twi"', 'no element fits well enough'],
  ])('it fails openly at %s', async (_, goal, why) => {
    const { end } = await play('<button>Twin</button><button>Twin</button><button>Dead</button>', goal);
    expect(end).toMatchObject({ success: false, failure: { error_code: 'TASK_NOT_POSSIBLE' } });
    expect(end.reason).toContain(why);
  });

  it('what a service knows of its pages is worked off page by page', async () => {
    const html = `<title>One</title><button onclick="document.title = 'Two'; this.textContent = 'Finish'">Next</button>`;
    const { end } = await playPart(html, {
      kind: 'service',
      steps: [
        { when: { title_contains: 'one' }, tool: 'browser_click', target: { role: 'button', text: { exact: 'Next' } } },
        { when: { title_contains: 'two' }, tool: 'complete_task', status: 'success', reason: 'it says two' },
      ],
    });
    expect(end.steps.map(({ tool }) => tool)).toEqual(['browser_click', 'complete_task']);
    expect(end.success).toBe(true);
  });
});
