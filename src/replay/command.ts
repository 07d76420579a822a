import { createFailure } from '../contracts/failure.js';
import { openPage } from '../step/openPage.js';
import { act } from './act.js';
import { argsOf, type Command, comeTo, headOf, type Played, type Player, type Read, refused } from './player.js';
import { readText } from './read.js';
import { LOOK_AGAIN_MS } from './seek.js';
import { valued } from './valued.js';

export async function play(player: Player, command: Command): Promise<Played> {
  switch (command.action) {
    case 'navigate': {
      const { url } = valued(command.params, player.values);
      const { navigateMs: milliseconds } = player.limits;
      const duration = await openPage(player, { id: command.id, url, milliseconds });
      const message = `opened ${command.params.url}`;
      const played: Played = { message, step: { ...headOf(command), status: 'ok', duration_ms: duration } };
      return arrived(player, command, played);
    }
    case 'click':
    case 'type':
      return act(player, command);
    case 'wait_for_url':
      return onRecord(player, command, () => waitForUrl(player, valued(command.params.contains, player.values)));
    case 'get_text':
      return onRecord(player, command, () => readText(player, command));
    case 'get_title':
      return onRecord(player, command, async () => {
        const { raw } = await player.driver.look({ scope: 'viewport', picture: false });
        return { result: raw.title, message: `the title is ${JSON.stringify(raw.title)}` };
      });
  }
}

async function arrived(player: Player, { id }: Command, played: Played): Promise<Played> {
  const { view, rejected } = await comeTo(player, id);
  return rejected === undefined ? played : refused(played, id, rejected, view);
}

/** What only looks is on record like what acts. */
async function onRecord(player: Player, command: Command, work: () => Promise<Read>): Promise<Played> {
  const { recorder, monotonic, shown } = player;
  const started = monotonic();
  const { id, action } = command;
  const url = shown?.raw.url ?? '';
  await recorder.record('step_started', { command_id: id, tool: action, url, args: argsOf(command) });
  const { result, message, code, drift, isShown } = await work();
  const failure = code && createFailure({ code, stepId: id, message, selector: selectorOf(command), url });
  const duration_ms = Math.max(1, Math.round(monotonic() - started));
  const status = failure ? 'failed' : 'ok';
  const told = { status, duration_ms, ...(failure ? { failure } : {}), ...(drift ? { drift } : {}) } as const;
  await recorder.record('step_finished', { command_id: id, tool: action, url, ...told });
  const step = { ...headOf(command), ...told, ...(result === undefined ? {} : { result }) };
  const played: Played = { step, message, ...(failure ? { failure } : {}), ...(drift ? { drift } : {}) };
  return failure || isShown || action !== 'wait_for_url' ? played : arrived(player, command, played);
}

function selectorOf({ params }: Command): string | undefined {
  return 'selector' in params ? params.selector : undefined;
}

async function waitForUrl({ driver, limits, monotonic, shown }: Player, contains: string): Promise<Read> {
  // The step before has come there and looked already.
  if (shown?.raw.url.includes(contains) && (await driver.isCurrent(shown))) {
    return { message: `at ${shown.raw.url}`, isShown: true };
  }
  const end = monotonic() + limits.targetMs;
  for (;;) {
    await driver.arrived(Math.max(1, end - monotonic()));
    const view = await driver.look({ scope: 'viewport', picture: false });
    if (view.raw.url.includes(contains)) return { message: `at ${view.raw.url}` };
    const left = end - monotonic();
    if (left <= 0) {
      const message = `the page is at ${view.raw.url}, and its address should contain ${JSON.stringify(contains)}`;
      return { message, code: 'TIMEOUT_OPERATION' };
    }
    await driver.changed(view, Math.min(LOOK_AGAIN_MS, left));
  }
}
