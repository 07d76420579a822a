import { basename, dirname, relative } from 'node:path';
import type { Human, Question } from '../checkpoint/gate.js';
import { usageError } from '../contracts/failure.js';
import type { TaskResultV1 } from '../contracts/generated.js';
import { renderNode } from '../page/render.js';
import { BUNDLED } from '../services/bundled.js';
import type { Chosen } from '../services/choose.js';
import { frozen } from '../services/policy.js';
import type { Service } from '../services/services.js';
import { type NetflixSite, startNetflixSite, VARIANTS, type Variant } from '../site/netflix.js';
import type { AsksHuman } from '../work/asksHuman.js';
import { numberOf } from './budget.js';
import { demoHuman } from './demoHuman.js';
import { humanAtTerminal } from './gate.js';
import { runAtTerminal } from './runCommand.js';
import { colorsFor, oneLine, print, tell } from './terminal.js';

export interface DemoOptions {
  variant: Variant;
  model: string;
  port?: string;
  serve?: boolean;
  viewport?: string;
  browser?: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

const GOAL = 'cancel netflix';

/** The real product on a site of our own: the same loop, gate and files; only the site is no real one. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { variant, json = false, quiet = false } = options;
  const port = numberOf('--port', options.port, 'a port, for example 8080', true);
  if (port !== undefined && port > 65_535) throw usageError(`--port ${port} is no port`, 'the highest one is 65535');
  const site = await startNetflixSite({ variant, ...(port === undefined ? {} : { port }) });
  try {
    if (options.serve) return await serveUntilStopped(site, variant);
    if (!quiet) introduce(site, variant);
    const answers: boolean[] = [];
    const human: AsksHuman = (...given) =>
      listening(isAtTerminal() ? humanAtTerminal(...given) : demoHuman(site, announce), answers);
    const wish = { ...options, goal: GOAL, runsDir: options.out };
    const ended = await runAtTerminal(wish, bundledAt(site), {
      ...{ prefix: 'demo', human, values: new Map<string, string>() },
      ...{ json, quiet },
    });
    if (!json) await conclude(ended, site, answers);
  } finally {
    await site.close();
  }
}

/** What agent knows of the bundled site, at the port that it got. */
function bundledAt({ url }: NetflixSite): Chosen {
  const here: Service = { ...structuredClone(BUNDLED), start_url: url };
  return { service: frozen(here), isBuiltIn: true, url, loginTarget: url };
}

function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

function listening(human: Human, answers: boolean[]): Human {
  return {
    ...human,
    async ask(question) {
      const answer = await human.ask(question);
      answers.push(answer.approved);
      return answer;
    },
  };
}

const TWISTS: Record<Variant, string> = {
  plain: 'five clicks, the last of which counts',
  link: 'the last step is a link, and the end is called "Cancellation Complete"',
  banner: 'a consent banner lies over the button',
  confirm: 'the page asks back with confirm()',
  'third-party': 'billed by a partner, so it cannot be cancelled here',
  error: 'the server does not take the cancellation',
  login: 'it wants to know who is there first',
  twice: 'the offer to stay comes twice',
  iframe: 'the last button is in a frame',
  shadow: 'the last button is in a closed shadow root',
};

function introduce({ url }: NetflixSite, variant: Variant): void {
  const asked = isAtTerminal()
    ? 'Before the last step you are asked.'
    : 'THERE IS NO TERMINAL, SO THE DEMO WILL ANSWER ITS OWN QUESTION. In a real run the answer would be no.';
  tell(`A membership is cancelled on a site that runs on this machine alone: ${url}`);
  tell(`This one is ${variant}: ${TWISTS[variant]}. Everything but the site is real.`);
  tell(asked);
  tell('');
}

/** Whoever reads this later must not think that a person agreed. */
function announce(question: Question, isYes: boolean): void {
  const { node, page } =
    question.kind === 'act' ? question.act : { node: 'node' in question ? question.node : null, page: question.page };
  tell('');
  tell(
    `!!! NOBODY WAS ASKED. The demo answers ${isYes ? 'YES' : 'no'} in your place, as it does on its own site only.`,
  );
  tell(`    to        ${oneLine(node ? renderNode(node) : question.kind)}`);
  tell(`    on        ${oneLine(page.url)}`);
  if ('reason' in question && typeof question.reason !== 'string')
    tell(`    because   ${oneLine(question.reason.words)}`);
  tell('');
}

async function conclude(
  { folder, result }: { folder: string; result: TaskResultV1 },
  site: NetflixSite,
  answers: readonly boolean[],
): Promise<void> {
  const color = await colorsFor('stdout');
  const row = (label: string, text: string): void => print(`  ${label.padEnd(14)}${text}`);
  const agent = commandLine();
  const did = site.effects().map(({ what, method, path }) => `${what.replace('_', ' ')} (${method} ${path})`);
  print();
  print(color.bold('What is known'));
  row('on the site', did.length > 0 ? did.join(', ') : 'nothing was changed');
  row('asked', askedWords(answers));
  if (result.verified) row('proven', 'the last page says so, and nothing is left on it that would cancel');
  row('kept', 'each step with its proof, every page as it looked, and the result: in the folder above');
  print();
  print(color.bold('What to do next'));
  row('look', `${agent} report ${result.task_id}`);
  if (result.success) {
    row('do it again', `${agent} demo --serve --port ${new URL(site.url).port}`);
    row('', 'and in another terminal, without a model and without cost,');
    row('', `${agent} replay ${oneLine(folder)}/task_command.json`);
  }
  row('make it hard', `${agent} demo --variant banner`);
  row('', `or ${VARIANTS.filter((one) => one !== 'plain' && one !== 'banner').join(', ')}`);
  row('for real', `${agent} run --goal "cancel netflix"`);
}

function askedWords(answers: readonly boolean[]): string {
  if (answers.length === 0) return 'nobody: it did not come to a step that needs a yes';
  const who = isAtTerminal() ? 'you' : 'the demo itself, since there was no terminal';
  return `${who}: ${answers.map((isYes) => (isYes ? 'yes' : 'no')).join(', ')}`;
}

/** What a person types to get here again. */
function commandLine(): string {
  const script = process.argv[1] ?? '';
  if (basename(script) !== 'agent') return `node ${relative(process.cwd(), script)}`;
  return basename(dirname(script)) === '.bin' ? 'npx agent' : 'agent';
}

async function serveUntilStopped(site: NetflixSite, variant: Variant): Promise<void> {
  print(site.url);
  tell(`the variant ${variant} is there until Ctrl-C`);
  await new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });
}
