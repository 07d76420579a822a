import type { Command, Played } from '../replay/player.js';
import { seconds } from '../report/parts.js';
import type { Replayed } from '../work/replay.js';
import type { ReplayFile } from '../work/replayFile.js';
import { colorsFor, oneLine, print, printJson, tell } from './terminal.js';

/** What is about to be done, in a line: where, how much, and what was asked about when it was recorded. */
export function tellPlan({ file, task, variables }: ReplayFile): void {
  const hosts = task.commands.flatMap(({ action, params }) =>
    action === 'navigate' ? [new URL((params as { url: string }).url).host] : [],
  );
  const gated = task.commands.filter(
    (command) => 'recorded' in command.params && command.params.recorded?.gated,
  ).length;
  const { recorded_status: status } = task;
  const parts = [
    `${count(task.commands.length, 'step')} on ${[...new Set(hosts)].join(', ')}`,
    ...(gated > 0 ? [`${count(gated, 'step')} asked about first when it was recorded`] : []),
    ...(variables.length > 0 ? [`values for ${variables.join(', ')}`] : []),
    ...(status !== undefined && status !== 'completed' ? [`recorded of a run that ended as ${status}`] : []),
  ];
  tell(oneLine(`${file}: ${parts.join('; ')}`));
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** A line a step, on stderr. */
export async function createReplayProgress(quiet: boolean): Promise<(command: Command, played: Played) => void> {
  if (quiet) return () => {};
  const color = await colorsFor('stderr');
  return (command, { step, message, drift }) => {
    const isGood = step.status === 'ok';
    const mark = isGood ? color.green('✓') : color.yellow('✗');
    const what = [command.action, targetOf(command)].filter((part) => part !== '').join(' ');
    const words = isGood ? (step.verification?.outcome ?? step.result ?? '') : message;
    tell(`${command.id.padStart(3)} ${mark} ${oneLine(what)}  ${oneLine(words)}`.trimEnd());
    if (drift) tell(`      ${color.yellow('drift')} ${oneLine(drift.moved.join('; '))}`);
  };
}

function targetOf(command: Command): string {
  switch (command.action) {
    case 'navigate':
      return command.params.url;
    case 'click':
    case 'type':
    case 'get_text': {
      const { recorded, selector } = command.params;
      return recorded ? `${recorded.role} ${JSON.stringify(recorded.name)}` : selector;
    }
    case 'wait_for_url':
      return command.params.contains;
    case 'get_title':
      return '';
  }
}

/** Results on stdout, a line for each file; the exit code is the worst of them. */
export async function printReplays(done: readonly Replayed[], json: boolean): Promise<void> {
  const exitCode = Math.max(...done.map((one) => one.exitCode));
  process.exitCode = exitCode;
  const [first, ...others] = done;
  if (json) {
    if (first && others.length === 0) return printJson(first.result);
    const results = done.map(({ file, folder, exitCode: own, result }) => ({ file, folder, exit_code: own, result }));
    return printJson({ ok: exitCode === 0, exit_code: exitCode, results });
  }
  const color = await colorsFor('stdout');
  for (const { file, folder, result } of done) {
    const { status, reason = '', steps, final_url = 'no page', duration_ms, deduplicated } = result;
    const when = deduplicated ? ' before, under this key' : '';
    const word = status === 'completed' ? color.green(status) : color.red(status);
    const drifted = steps.filter(({ drift }) => drift).length;
    const healed = drifted > 0 ? `; ${count(drifted, 'step')} by fallback` : '';
    const name = others.length > 0 ? `${file}: ` : '';
    print(
      `${oneLine(name)}${word}${when}: ${oneLine(reason)}${healed}; ${count(steps.length, 'step')}, ${seconds(duration_ms)}, $0; at ${oneLine(final_url)}`,
    );
    print(`  ${oneLine(folder)}`);
  }
}
