import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEvents } from '../../src/contracts/eventLog.js';
import type { TaskEventLine } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import {
  AgentError,
  type AskedQuestion,
  captureSnapshot,
  EXIT,
  type Model,
  replay,
  runAgent,
} from '../../src/library/index.js';
import { FILES } from '../../src/run/names.js';
import { temporaryFolder } from '../support/fixtures.js';
import { page, type Site, serve } from '../support/site.js';

const PAGE = page(`<title>Account</title><label>Email <input></label>
  <button onclick="document.title = 'Saved'">Save</button><button onclick="document.title = 'Gone'">Delete account</button>`);
let site: Site;
beforeAll(async () => {
  site = await serve(PAGE);
});
afterAll(() => site.close());

function eventsIn(folder: string): TaskEventLine[] {
  return readEvents(readFileSync(join(folder, 'task_events.jsonl'))).events;
}
const answersIn = (folder: string): unknown[] =>
  eventsIn(folder).flatMap(({ payload }) =>
    payload.approval ? [[payload.approval.answer, payload.approval.channel]] : [],
  );
const DELETE = { goal: 'click "Delete account"', model: 'playbook', expect: ['title contains Gone'] };

describe('agent as a library', () => {
  it('does what agent run does, in a folder like any other, and says nothing by itself', async () => {
    const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
    const before = process.exitCode;
    const said: string[] = [];
    const run = await runAgent({
      ...{ goal: 'fill "Email" with "{{var:email}}", click "Save"', url: site.url, model: 'playbook' },
      ...{ expect: ['title contains Saved'], values: { email: 'a@b.example' }, runsDir: temporaryFolder() },
      onMessage: (line) => said.push(line),
    });
    expect(run).toMatchObject({
      exitCode: EXIT.completed,
      remedies: [],
      result: { status: 'completed', verified: true },
    });
    expect(
      problemsWriting('task_result.v1', JSON.parse(readFileSync(join(run.folder, 'task_result.json'), 'utf8'))),
    ).toEqual([]);
    const command = readFileSync(join(run.folder, 'task_command.json'), 'utf8');
    expect([command.includes('{{var:email}}'), command.includes('a@b.example')]).toEqual([true, false]);
    expect(said.every((line) => line.includes('sandbox'))).toBe(true);
    expect([process.exitCode, ...written.map(({ mock }) => mock.calls.length)]).toEqual([before, 0, 0]);
    const again = await replay(join(run.folder, 'task_command.json'), {
      values: { email: 'c@d.example' },
      runsDir: temporaryFolder(),
    });
    expect(again).toMatchObject({ exitCode: 0, result: { status: 'completed' } });
    for (const spy of written) spy.mockRestore();
  });

  it('002-C5 without anybody to ask the answer is no, and the record says that nobody was asked', async () => {
    const { exitCode, result, folder } = await runAgent({ ...DELETE, url: site.url, runsDir: temporaryFolder() });
    expect([exitCode, result.status]).toEqual([EXIT.rejected, 'rejected']);
    expect(answersIn(folder)).toEqual([['no', 'nobody']]);
  });

  it('T3 002-F80 whoever embeds it is shown what a terminal would show, and only true is a yes', async () => {
    const runsDir = temporaryFolder();
    const asked: AskedQuestion[] = [];
    const asking = (approved: unknown) => async (question: AskedQuestion) => {
      asked.push(question);
      return { approved: approved as boolean };
    };
    const truthy = await runAgent({ ...DELETE, url: site.url, runsDir, ask: asking('yes') });
    expect([truthy.exitCode, answersIn(truthy.folder)]).toEqual([EXIT.rejected, [['no', 'library']]]);
    const run = await runAgent({ ...DELETE, url: site.url, runsDir, ask: asking(true) });
    expect([run.exitCode, answersIn(run.folder)]).toEqual([0, [['yes', 'library']]]);
    const [question] = asked;
    expect(question).toMatchObject({ kind: 'act', url: `${site.url}/` });
    expect(question?.text).toContain('click button "Delete account"');
    expect(question?.facts.map(({ label }) => label)).toContain('because');
    expect(readFileSync(question?.picturePath ?? '')).toEqual(Buffer.from(question?.picture ?? []));
    const again = await replay(join(run.folder, 'task_command.json'), { runsDir, ask: asking(true) });
    expect([again.exitCode, answersIn(again.folder)]).toEqual([0, [['yes', 'library']]]);
  });

  it('a model of your own, a signal, and a key: ended in the middle, nothing is left running', async () => {
    const runsDir = temporaryFolder();
    const stop = new AbortController();
    const model: Model = {
      name: 'mine',
      async ask({ signal }) {
        stop.abort();
        throw signal?.reason;
      },
    };
    const options = { goal: 'anything', url: site.url, runsDir, idempotencyKey: 'once' };
    const { exitCode, result, folder } = await runAgent({ ...options, model, signal: stop.signal });
    expect([exitCode, result.reason]).toEqual([EXIT.sigint, 'interrupted']);
    expect(readdirSync(folder)).not.toContain(FILES.lock);
    await expect(runAgent({ ...options, goal: 'something else', model })).rejects.toMatchObject({
      exitCode: EXIT.rejected,
    });
  });

  it('captureSnapshot: the text that a model reads, the contract, and the picture', async () => {
    const { snapshot, text, picture } = await captureSnapshot(site.url, { viewport: '800x600' });
    expect(text).toContain('button "Save"');
    expect(problemsWriting('snapshot', snapshot)).toEqual([]);
    expect(Buffer.from(picture).toString('base64')).toBe(snapshot.screenshot);
    expect(snapshot.viewport).toMatchObject({ width: 800, height: 600 });
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a misspelled limit', () => runAgent({ goal: 'x', ...{ maxCostUSD: 1 } }), /no option "maxCostUSD"/],
    ['a limit of nothing', () => runAgent({ goal: 'x', maxTurns: 0 }), /maxTurns: 0 is no such number/],
    ['no goal', () => runAgent({} as { goal: string }), /there is no goal/],
    ['an empty value', () => runAgent({ goal: 'x', values: { a: '' } }), /values: a is empty/],
    ['no such site', () => runAgent({ goal: 'x' }), /the goal names no service/],
    ['no such file', () => replay('nowhere.json'), /nowhere\.json does not exist/],
    ['no page', () => captureSnapshot('nowhere'), /neither a URL nor a file/],
  ])('%s is raised before anything is started', async (_, work, words) => {
    const error = await work().catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(AgentError);
    expect(error).toMatchObject({ exitCode: EXIT.usage, message: expect.stringMatching(words) as string });
  });

  it('a replay under the key of its file is done once', async () => {
    const runsDir = temporaryFolder();
    const file = join(temporaryFolder(), 'task.json');
    const commands = [
      { id: '1', action: 'navigate', params: { url: site.url } },
      { id: '2', action: 'get_title', params: {} },
    ];
    const task = { schema_version: 'task_command.v1', task_id: 'read', idempotency_key: 'once', commands };
    writeFileSync(file, JSON.stringify(task));
    const first = await replay(file, { runsDir });
    expect(await replay(file, { runsDir })).toEqual({ ...first, result: { ...first.result, deduplicated: true } });
  });
});
