import { describe, expect, it } from 'vitest';
import { loopOver, partModel, refIn, use } from '../support/loop.js';
import { useSession } from '../support/session.js';

const { on } = useSession();

describe('what is typed into a secret field', () => {
  it.each([
    ['Password', '<input type=password aria-label=Password>'],
    ['Security code', '<label>Security code <input></label>'],
    ['Again', '<input type=password aria-label=Again value=before>'],
    ['Refuses', '<input type=password aria-label=Refuses oninput="this.value = this.value.slice(1)">'],
    ['Off', '<input type=password aria-label=Off disabled>'],
  ])('T18 is in no event, result or report: %s', async (name, html) => {
    const model = partModel((request, turn) => [
      turn === 1
        ? use('browser_fill', { ref: refIn(request.messages, name), value: 'hunter2' })
        : use('complete_task', { status: 'success', reason: 'done' }),
    ]);
    const { end, bench, reports } = await loopOver(await on(html), model);
    expect(end.steps[0]).toMatchObject({ tool: 'browser_fill', args: { value: '••••(7)' } });
    expect(JSON.stringify([end, bench.events, reports])).not.toMatch(/hunter2|unter2/);
  });
});
