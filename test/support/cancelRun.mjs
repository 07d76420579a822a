// The whole cancellation as a process of its own: the product's own parts, as built, with a human who says yes.
// cancelRun.mjs URL RUNS_DIR TASK_ID
import { randomUUID } from 'node:crypto';
import { confirmClaim } from '../../dist/agent/confirm.js';
import { readPlainGoal } from '../../dist/agent/plainGoal.js';
import { playbookModel } from '../../dist/agent/playbook.js';
import { runAgent } from '../../dist/agent/run.js';
import { openSession } from '../../dist/browser/session.js';
import { createMemory } from '../../dist/checkpoint/memory.js';
import { rulesFor } from '../../dist/checkpoint/rules.js';
import { reportError } from '../../dist/cli/reportError.js';
import { catchFaults, exitIfStuck, listenForEnds } from '../../dist/cli/signals.js';
import { printJson, tell, tolerateClosedPipes } from '../../dist/cli/terminal.js';
import { NETFLIX } from '../../dist/services/netflix.js';
import { createCommandLog } from '../../dist/step/commands.js';
import { criteriaOf } from '../../dist/verify/completion.js';
import { aboutThis } from '../../dist/work/about.js';
import { keepRecording } from '../../dist/work/keepRecording.js';
import { startBrowser } from '../../dist/work/startBrowser.js';
import { withRuns } from '../../dist/work/withRuns.js';

const [url, runsDir, taskId] = process.argv.slice(2);
const goal = [
  'click "Cancel Membership"',
  'click "It is too expensive"',
  'click "Continue"',
  'click "Continue to Cancel"',
  'click "Finish Cancellation"',
].join(', ');
const viewport = { width: 1280, height: 800 };
const service = { ...NETFLIX, allowed_domains: ['127.0.0.1'] };

tolerateClosedPipes();
catchFaults();
try {
  const plain = readPlainGoal(goal);
  const place = { runsDir, taskIds: [taskId], ends: listenForEnds() };
  await withRuns(place, async ({ runs: [run], ends, closing }) => {
    const browser = await startBrowser({}, tell);
    closing(() => browser.close());
    const session = await openSession(browser, viewport);
    const commands = createCommandLog(new Map());
    const deps = {
      commands,
      model: (context) => playbookModel({ kind: 'steps', steps: plain.steps }, () => context.shown),
      driver: session,
      gate: {
        rules: rulesFor(service, { isBuiltIn: true, goal, loginTarget: 'netflix' }),
        memory: createMemory(),
        human: { channel: 'test', hasWindow: false, ask: async () => ({ approved: true }) },
      },
      recorder: run.recorder,
      confirm: (claim, context) =>
        confirmClaim({ goal, criteria: criteriaOf(service, []), judge: null, history: () => [] }, claim, context),
      priceOf: () => null,
      onThink() {},
      onTurn() {},
      newId: randomUUID,
      now: () => new Date(),
      monotonic: () => performance.now(),
      signal: ends.signal,
      giveUp: ends.giveUp,
    };
    const task = { taskId, goal, url, limits: { turns: 20 }, vision: 'never', about: aboutThis(browser.version(), []) };
    const { result, exitCode, bug } = await runAgent(deps, task);
    const criteria = criteriaOf(service, []);
    const { status } = result;
    await keepRecording(run, commands, { taskId, goal, service, viewport, criteria, status }, tell);
    await run.writeResult(result);
    if (bug !== undefined) await reportError(bug, false);
    process.exitCode = exitCode;
    printJson(result);
  });
} catch (error) {
  await reportError(error, true);
}
exitIfStuck();
