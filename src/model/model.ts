/** What is said between us and a model. Only `claude.ts` knows how it looks on the wire. */
export interface Model {
  /** As it is told to the user: "claude-sonnet-5-5", "script", "playbook". */
  readonly name: string;
  ask(request: ModelRequest): Promise<ModelReply>;
}

export interface ModelRequest {
  system: string;
  tools: readonly ToolSpec[];
  messages: readonly Message[];
  signal?: AbortSignal;
}

export interface ToolSpec {
  name: string;
  description: string;
  input_schema: { type: 'object'; properties: Record<string, unknown>; required?: string[] };
}

export interface Message {
  role: 'user' | 'assistant';
  content: Block[];
}

export type Text = { type: 'text'; text: string };
/** Base64. */
export type Image = { type: 'image'; mediaType: 'image/png' | 'image/jpeg'; data: string };
export type ToolUse = { type: 'tool_use'; id: string; name: string; input: unknown };
export type ToolResult = { type: 'tool_result'; toolUseId: string; content: (Text | Image)[]; isError: boolean };
/** Something of the provider's own that has to be sent back exactly as it came. */
export type Opaque = { type: 'opaque'; value: unknown };

export type Block = Text | Image | ToolUse | ToolResult | Opaque;

export interface ModelReply {
  content: (Text | ToolUse | Opaque)[];
  /** Why the model stopped, as the provider says it. */
  stop: string;
  usage: Usage;
  /** What answers cost that came before this one and could not be used; they are billed like any other. */
  wasted?: Usage;
}

export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
}

export const NO_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
    cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
  };
}
