import type { GetTextCommand } from '../contracts/generated.js';
import type { Found } from './exactly.js';
import type { Player, Read } from './player.js';
import { LOOK_AGAIN_MS, seek } from './seek.js';
import { valued } from './valued.js';

/** What an element says, as soon as it says something. */
export async function readText(player: Player, command: GetTextCommand): Promise<Read> {
  const params = valued(command.params, player.values);
  const { driver, limits, monotonic } = player;
  const end = monotonic() + limits.targetMs;
  for (;;) {
    const found = await seek(player, params, 'read');
    if (!found.ok) return { message: found.message, code: found.code };
    const text = await textOf(player, found);
    const drift = found.drift ? { drift: found.drift } : {};
    if (text !== '') return { result: text, message: `it says ${JSON.stringify(text)}`, ...drift };
    const left = end - monotonic();
    if (left <= 0) return { message: `${params.selector} is empty`, code: 'ACT_COMMAND_FAILED', ...drift };
    await driver.changed(found.view, Math.min(LOOK_AGAIN_MS, left));
  }
}

/** Of a field what it holds; secrets are masked already. */
async function textOf({ driver }: Player, { view, node }: Found): Promise<string> {
  const { value, secret } = node;
  if (value !== undefined || secret) return (value ?? '').trim();
  return ((await driver.read(view, node)) ?? '').trim();
}
