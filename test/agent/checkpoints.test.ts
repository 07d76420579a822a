import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, Question } from '../../src/checkpoint/gate.js';
import type { Message } from '../../src/model/model.js';
import { type NetflixSite, startNetflixSite } from '../../src/site/netflix.js';
import { cancels, onNetflix, type TestRun } from '../support/cancelling.js';
import { scene } from '../support/claude.js';
import { refIn } from '../support/loop.js';
import { callsTool, type Reply, type WireBody } from '../support/messagesApi.js';
import { useSession } from '../support/session.js';

const { fresh } = useSession();
let site: NetflixSite | undefined;
afterEach(async () => {
  await site?.close();
});

interface Played extends TestRun {
  /** What the server had done, and how often the model had been asked, when the human was. */
  atQuestions: { kind: Question['kind']; on: string; effects: number; calls: number }[];
  sent: WireBody[];
  did: string[];
}

/** Claude on the bundled site, with the rules that ship, from one of its pages. */
async function play(
  from: string,
  part: (body: WireBody, index: number) => Reply,
  answer: (question: Question) => Answer | Promise<Answer>,
): Promise<Played> {
  site = await startNetflixSite();
  const { effects, url } = site;
  const { model, api } = await scene(({ body }, index) => part(body, index));
  const atQuestions: Played['atQuestions'] = [];
  const run = await onNetflix(
    await fresh(),
    new URL(from, url).href,
    async (question) => {
      const { kind } = question;
      const { pathname } = new URL((kind === 'act' ? question.act.page : question.page).url);
      atQuestions.push({ kind, on: pathname, effects: effects().length, calls: api.requests.length });
      return answer(question);
    },
    () => model,
  );
  return { ...run, atQuestions, sent: api.requests.map(({ body }) => body), did: effects().map(({ what }) => what) };
}

interface Held<T> {
  given: Promise<T>;
  give(value: T): void;
}

/** What is waited for until somebody gives it. */
function held<T>(): Held<T> {
  let give: Held<T>['give'] = () => {};
  const given = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const YES = (): Answer => ({ approved: true });
const no = (message: string) => (): Answer => ({ approved: false, message });
const givesUp = callsTool('complete_task', { status: 'failed', reason: 'the user does not want it' });
const click = ({ messages }: WireBody, name: string): Reply =>
  callsTool('browser_click', { ref: refIn(messages as unknown as Message[], name) });

describe('checkpoints, from the first page to the last', () => {
  it('002-F73 002-AC-H1 002-AC-H2 002-F77 the step that comes to the page waits for the human, before anything is sent', async () => {
    const question = held<Question>();
    const answer = held<Answer>();
    const running = play(
      '/account',
      (body) => cancels(body),
      (asked) => {
        question.give(asked);
        return answer.given;
      },
    );
    const asked = await question.given;
    expect(asked).toMatchObject({
      kind: 'state',
      reason: { id: 'finish_cancellation' },
      node: { name: 'Finish Cancellation' },
      page: { title: 'Finish Cancellation - Netflix' },
    });
    expect(asked.picture.length).toBeGreaterThan(1_000);
    expect(site?.effects()).toEqual([]);
    answer.give({ approved: true });
    const { result, atQuestions, did } = await running;
    // Four clicks led there, and the model had not been asked for a fifth.
    expect(atQuestions).toEqual([{ kind: 'state', on: '/confirm', effects: 0, calls: 4 }]);
    expect([result.status, did]).toEqual(['completed', ['cancelled']]);
  });

  it('T002-6 the first page is a page like any other: nobody gets past it by starting there', async () => {
    const { result, atQuestions, did } = await play('/confirm', (body) => cancels(body), YES);
    expect(atQuestions).toEqual([{ kind: 'state', on: '/confirm', effects: 0, calls: 0 }]);
    expect([result.status, did]).toEqual(['completed', ['cancelled']]);
  });

  it('002-F80 002-AC-H3 T002-7 one yes for one state: looking again, scrolling and waiting ask no more', async () => {
    const around = ['get_snapshot', 'browser_scroll', 'get_snapshot'] as const;
    const { result, atQuestions, did } = await play(
      '/confirm',
      (body, index) => {
        const tool = around[index];
        if (!tool) return cancels(body);
        return callsTool(tool, tool === 'browser_scroll' ? { direction: 'down' } : {});
      },
      YES,
    );
    expect([result.status, atQuestions.length, did]).toEqual(['completed', 1, ['cancelled']]);
  });

  it('T002-7 who left the page and comes back is asked again', async () => {
    const { atQuestions, did } = await play(
      '/confirm',
      (body, index) => {
        if (index === 0) return click(body, 'link "Go Back"');
        return cancels(body);
      },
      YES,
    );
    expect(atQuestions.map(({ on }) => on)).toEqual(['/confirm', '/confirm']);
    expect(did).toEqual(['cancelled']);
  });

  it('002-F81 002-F82 002-AC-H4 a no reaches the model with the words, what leads there stays closed, and the run goes on', async () => {
    const tries: ((body: WireBody) => Reply)[] = [
      (body) => click(body, 'button "Finish Cancellation"'),
      (body) => click(body, 'link "Keep my membership"'),
      () => givesUp,
    ];
    const { result, exitCode, atQuestions, sent, did, turns } = await play(
      '/retention',
      (body, index) => (index === 0 ? cancels(body) : (tries[index - 1]?.(body) ?? givesUp)),
      no('not before Christmas'),
    );
    const [arrival, attempt, wayOut] = turns.map(({ answer }) => (answer?.kind === 'browser' ? answer.result : null));
    expect(arrival).toMatchObject({
      success: false,
      error: 'human_rejected',
      message: 'User feedback: not before Christmas',
      snapshot: { page: { title: 'Finish Cancellation - Netflix' } },
    });
    expect(JSON.stringify(sent[1]?.messages)).toContain('User feedback: not before Christmas');
    // The same words again, without another question.
    expect(attempt).toMatchObject({ success: false, error: 'human_rejected' });
    expect(atQuestions).toHaveLength(1);
    expect(wayOut).toMatchObject({ success: true, snapshot: { page: { title: 'Account - Netflix' } } });
    expect([exitCode, result.success, did]).toEqual([1, false, []]);
  });

  it("T13 the model's own question opens nothing: after a yes to it, the page is asked about all the same", async () => {
    const { atQuestions, did } = await play(
      '/retention',
      (body, index) => {
        if (index === 0)
          return callsTool('request_human_approval', {
            reason: 'it is the last step',
            action: 'click Finish Cancellation',
          });
        return index === 1 || index === 3 ? cancels(body) : givesUp;
      },
      (question) => (question.kind === 'model' ? { approved: true } : { approved: false, message: 'no' }),
    );
    expect(atQuestions.map(({ kind, on }) => `${kind} ${on}`)).toEqual(['model /retention', 'state /confirm']);
    expect(did).toEqual([]);
  });

  it("T13 nor a single click: what it does is asked about by the system, whatever the model's question was", async () => {
    const { atQuestions, turns } = await play(
      '/account',
      (body, index) => {
        const action = 'click Sign out of all devices';
        if (index === 0) return callsTool('request_human_approval', { reason: 'the user wants it', action });
        return index === 1 ? click(body, 'link "Sign out of all devices"') : givesUp;
      },
      (question) => (question.kind === 'model' ? { approved: true } : { approved: false, message: 'no' }),
    );
    expect(atQuestions.map(({ kind }) => kind)).toEqual(['model', 'act']);
    expect(turns[1]?.answer).toMatchObject({ kind: 'browser', result: { error: 'human_rejected' } });
  });

  it('T002-2 while the button that would do it is there, no claim is a success', async () => {
    const { result, sent, did } = await play(
      '/confirm',
      (body, index) =>
        index === 0 ? callsTool('complete_task', { status: 'success', reason: 'it was cancelled' }) : cancels(body),
      YES,
    );
    expect(result.steps[0]).toMatchObject({ tool: 'complete_task', status: 'failed' });
    expect(JSON.stringify(sent[1]?.messages)).toContain('not acknowledged');
    expect([result.status, did]).toEqual(['completed', ['cancelled']]);
  });
});
