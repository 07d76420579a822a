import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/checkpoint/gate.js';
import { rulesFor } from '../../src/checkpoint/rules.js';
import { GENERIC } from '../../src/services/generic.js';
import { failureOf } from '../support/claude.js';
import { type Members, membersSite } from '../support/members.js';
import { useTools } from '../support/session.js';
import { type Site, serve } from '../support/site.js';
import type { RealBench } from '../support/tools.js';

const { at } = useTools();
let members: Members;
let site: Site;
beforeAll(async () => {
  members = membersSite();
  site = await serve((request, response) => members.listener(request, response));
});
afterAll(() => site.close());

interface Setting {
  hasWindow: boolean;
  profile?: string;
  /** What the human does before they answer. */
  human?: (tools: RealBench) => Promise<Answer>;
}

/** A member on their account page; the rules are the real ones. */
async function member({ hasWindow, profile, human }: Setting): Promise<RealBench> {
  members.wants = 'nothing';
  const tools = await at(`${site.url}/login?by-itself`);
  await tools.driver.eyes().page.waitForURL(`${site.url}/`);
  await tools.use('get_snapshot', {});
  tools.gate.rules = rulesFor(GENERIC, { loginTarget: `${site.url}/`, profile });
  tools.gate.human = { ...tools.gate.human, hasWindow };
  tools.gate.answer = () => (human ? human(tools) : { approved: false, message: 'nobody is there' });
  return tools;
}

const OUT: [string, string, () => void][] = [
  ['F32 logged out, sent to sign in', 'CAP_LOGIN_REQUIRED', () => members.sessions.clear()],
  [
    'F32 logged out, answered with 401',
    'CAP_LOGIN_REQUIRED',
    () => {
      members.wants = 'another login';
    },
  ],
  [
    'F33 a captcha',
    'CAP_CAPTCHA',
    () => {
      members.wants = 'captcha';
    },
  ],
  [
    'F33 a second factor',
    'CAP_SECOND_FACTOR',
    () => {
      members.wants = 'code';
    },
  ],
];

describe.each(OUT)('%s in the middle of a run', (_, code, happens) => {
  it('T002-17 without a window ends it, and names the command that helps; nobody is asked', async () => {
    const tools = await member({ hasWindow: false });
    happens();
    const { failure, exitCode, remedies } = await failureOf(tools.click('Next'));
    expect([exitCode, failure?.error_code]).toEqual([3, code]);
    expect(remedies).toEqual([
      `agent login ${site.url}/ --profile NAME opens a window for it; then run this again with --profile NAME`,
      'or run this with --headed, and do it in the window when you are asked',
    ]);
    expect(tools.gate.asked).toEqual([]);
  });

  it('with a window the human does it there, and the run goes on with the page that then comes', async () => {
    const tools = await member({
      hasWindow: true,
      async human({ driver }) {
        const { page } = driver.eyes();
        await page.goto(`${site.url}/login?by-itself`);
        await page.waitForURL(`${site.url}/`);
        return { approved: true };
      },
    });
    happens();
    await tools.click('Next');
    expect(tools.gate.asked.map(({ kind }) => kind)).toEqual(['wall']);
    expect(tools.element('Your account').role).toBe('heading');
    await tools.click('Show plan');
    expect(tools.gate.asked).toHaveLength(1);
    const kinds = tools.events.map(({ event_type }) => event_type);
    expect(kinds.filter((kind) => kind.startsWith('checkpoint_'))).toEqual([
      'checkpoint_requested',
      'checkpoint_resolved',
    ]);
  });
});

it('F33 a yes does not open it: as long as the captcha is there, it is asked again, until a no ends the run', async () => {
  let count = 0;
  const tools = await member({
    hasWindow: true,
    profile: 'work',
    human: async () => (++count < 3 ? { approved: true } : { approved: false, message: 'I cannot' }),
  });
  members.wants = 'captcha';
  const { message, failure, remedies } = await failureOf(tools.click('Next'));
  expect([count, failure?.error_code, message]).toEqual([3, 'CAP_CAPTCHA', expect.stringContaining('I cannot')]);
  expect(remedies).toEqual([`agent login ${site.url}/ --profile work opens a window for it; then run this again`]);
});
