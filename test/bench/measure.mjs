const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
export const ms = (value) => value.toFixed(value < 100 ? 1 : 0);

/**
 * Medians by contender. They take turns, so that the noise of the machine hits all alike, and each goes first in turn,
 * because whoever follows another may profit from what that one did. `before` is not timed; what it gives is passed on.
 */
export async function takeTurns(contenders, { rounds, warmUps = 3, before = async () => {}, after = async () => {} }) {
  const names = Object.keys(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < warmUps + rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length];
      const given = await before();
      const start = performance.now();
      await contenders[name](given);
      if (round >= warmUps) times[name].push(performance.now() - start);
      await after(given);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

/** Without a limit it is for information. */
export function limitRow(what, number, limit, value = String(number)) {
  return limit === undefined
    ? { what, value, number }
    : { what, value, number, goal: `<= ${limit}`, ok: number <= limit };
}

export function ratioRow(what, ours, theirs, limit, write = ms) {
  const ratio = ours / theirs;
  return limitRow(what, ratio, limit, `${write(ours)} / ${write(theirs)} = ${ratio.toFixed(2)}`);
}
