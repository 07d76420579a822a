import type { Conversation } from '../../src/agent/conversation.js';
import type { Limits } from '../../src/agent/limits.js';
import { type LoopEnd, type LoopRecord, runLoop, type TurnReport } from '../../src/agent/loop.js';
import { metered } from '../../src/agent/metered.js';
import { systemPrompt } from '../../src/agent/prompt.js';
import { createSpending } from '../../src/agent/spending.js';
import type { PageDriver } from '../../src/browser/driver.js';
import type { Message, Model, ModelReply, ModelRequest, ToolUse, Usage } from '../../src/model/model.js';
import { renderAnswer, renderFirst } from '../../src/tools/render.js';
import { type Bench, benchOver } from './tools.js';

export const USAGE: Usage = {
  input_tokens: 100,
  output_tokens: 10,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};

let calls = 0;
export function use(name: string, input: unknown): ToolUse {
  calls += 1;
  return { type: 'tool_use', id: `call-${calls}`, name, input };
}

/** A model that plays a part: what it says in each turn, from what it was sent. */
export interface PartModel extends Model {
  requests: ModelRequest[];
}

export function partModel(part: (request: ModelRequest, turn: number) => ModelReply['content']): PartModel {
  const requests: ModelRequest[] = [];
  return {
    name: 'part',
    requests,
    async ask(request) {
      const { signal: _, ...plain } = request;
      requests.push(structuredClone(plain));
      return { content: part(request, requests.length), stop: 'tool_use', usage: USAGE };
    },
  };
}

/** The ref that the newest snapshot gives to an element, read the way a model reads it. */
export function refIn(messages: readonly Message[], words: string): string {
  const texts = messages.flatMap(({ content }) => content.flatMap((block) => textsOf(block)));
  const line = texts
    .reverse()
    .flatMap((text) => text.split('\n'))
    .find((one) => one.includes(words) && /@e\d+/.test(one));
  return /@e\d+/.exec(line ?? '')?.[0] ?? '@e999';
}

function textsOf(block: Message['content'][number]): string[] {
  if (block.type === 'text') return [block.text];
  return block.type === 'tool_result' ? block.content.flatMap(textsOf) : [];
}

export interface LoopRun<D extends PageDriver> {
  end: LoopEnd & LoopRecord;
  bench: Bench<D>;
  conversation: Conversation;
  reports: TurnReport[];
}

export async function loopOver<D extends PageDriver>(
  driver: D,
  model: Model,
  options: { limits?: Partial<Limits>; prepare?: (bench: Bench<D>) => void; signal?: AbortSignal } = {},
): Promise<LoopRun<D>> {
  const bench = benchOver(driver);
  await bench.use('get_snapshot', {});
  options.prepare?.(bench);
  const reports: TurnReport[] = [];
  const { shown } = bench.context;
  if (!shown) throw new Error('nothing was shown');
  const conversation: Conversation = { opening: { rendered: renderFirst(shown, { boundary: 'b0' }) }, turns: [] };
  const record: LoopRecord = { turns: 0, steps: [] };
  const { recorder } = bench.context;
  const spending = createSpending(() => performance.now());
  const end = await runLoop(
    {
      model: metered(model, { recorder, spending, done: record, priceOf: () => 0.001, signal: options.signal }),
      context: bench.context,
      recorder,
      limits: { turns: 20, ...options.limits },
      spending,
      system: systemPrompt('cancel the membership'),
      show: (answer) => ({ rendered: renderAnswer(answer, { boundary: 'b1' }) }),
      onThink: () => {},
      onTurn: (report) => reports.push(report),
      ...(options.signal ? { signal: options.signal } : {}),
    },
    conversation,
    record,
  );
  return { end: { ...end, ...record }, bench, conversation, reports };
}
