import { spawnSync } from 'node:child_process';

const ROUNDS = 15;
// The child reports its own CPU time when it ends; both sides of the ratio carry this small preload.
const REPORT =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("cpu:"+(user+system)+"\\n")})';

function cpuOf(args) {
  const { stderr, status } = spawnSync(process.execPath, ['--import', REPORT, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
  return Number(/cpu:(\d+)/.exec(stderr)?.[1]) / 1000;
}

/** CPU time, the smallest of several runs taken in turn: the least disturbed one. */
export async function benchStartup(root) {
  const commands = {
    empty: ['-e', '0'],
    help: [`${root}bin/agent.js`, '--help'],
    version: [`${root}bin/agent.js`, '--version'],
  };
  const best = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(commands))
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, cpuOf(args));
  }
  const ratio = best.help / best.empty;
  return [
    { what: 'node -e 0, CPU ms', value: best.empty.toFixed(0) },
    { what: 'agent --help, CPU ms', value: best.help.toFixed(0) },
    { what: 'agent --help / node -e 0, CPU', value: ratio.toFixed(2), number: ratio, goal: '<= 1.6', ok: ratio <= 1.6 },
    {
      what: 'agent --version / node -e 0, CPU',
      value: (best.version / best.empty).toFixed(2),
      number: best.version / best.empty,
    },
  ];
}
