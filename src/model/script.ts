import { type AgentError, failureError, usageError } from '../contracts/failure.js';
import type { ScriptCall, ScriptTurn, ScriptV1 } from '../contracts/generated.js';
import { formatProblem } from '../contracts/problems.js';
import { readAs } from '../contracts/read.js';
import { estimateBlock, estimateRequest } from './estimate.js';
import { type Message, type Model, type ModelReply, type ModelRequest, NO_USAGE, type ToolUse } from './model.js';
import { findNamed, type NamedRef } from './scriptRef.js';

/** A model whose words are written beforehand. */
export interface ScriptModel extends Model {
  /** All that it was asked, as it was at that moment. */
  readonly prompts: readonly Prompt[];
}

export type Prompt = Omit<ModelRequest, 'signal'>;

/** From the content of a script.v1 file; a usage error if it is none. */
export function scriptModel(content: Uint8Array): ScriptModel {
  const read = readAs('script.v1', content);
  if (!read.ok) throw usageError('the script is not valid', ...read.problems.map(formatProblem));
  return performing(read.value);
}

function performing({ turns }: ScriptV1): ScriptModel {
  const prompts: Prompt[] = [];
  return {
    name: 'script',
    prompts,
    async ask({ system, tools, messages, signal }) {
      signal?.throwIfAborted();
      const prompt = structuredClone({ system, tools, messages });
      prompts.push(prompt);
      const number = prompts.length;
      const turn = turns[number - 1];
      if (!turn) {
        throw wrong(`the script ends after turn ${turns.length}, and it was asked for turn ${number}`);
      }
      const said = contentOf(turn, number, messages);
      const output = said.reduce((total, block) => total + estimateBlock(block), 0);
      return {
        content: said,
        stop: 'text' in turn ? 'end_turn' : 'tool_use',
        usage: { ...NO_USAGE, input_tokens: estimateRequest(prompt), output_tokens: output },
      };
    },
  };
}

function contentOf(turn: ScriptTurn, number: number, messages: readonly Message[]): ModelReply['content'] {
  if ('text' in turn) return [{ type: 'text', text: turn.text }];
  const calls = 'calls' in turn ? turn.calls : [turn];
  return calls.map((call, index) => toolUse(call, `script_${number}_${index + 1}`, number, messages));
}

function toolUse({ tool, input = {} }: ScriptCall, id: string, number: number, messages: readonly Message[]): ToolUse {
  const { ref } = input;
  if (!isNamed(ref)) return { type: 'tool_use', id, name: tool, input };
  const found = findNamed(ref, messages);
  if (!found.ok) throw wrong(`turn ${number} of the script (${tool}) cannot be played: ${found.problem}`);
  return { type: 'tool_use', id, name: tool, input: { ...input, ref: found.ref } };
}

/** An object here has the form of a named ref: the schema says so. Anything else is given to the tool as it is. */
function isNamed(ref: unknown): ref is NamedRef {
  return typeof ref === 'object' && ref !== null && !Array.isArray(ref);
}

function wrong(message: string): AgentError {
  return failureError({ code: 'LLM_OUTPUT_INVALID', stepId: 'model', message }, ['correct the script']);
}
