/** The parts of a request body that the rules and the bill look at; the rest is whatever was sent. */
export interface WireBlock {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  is_error?: boolean;
  content?: WireBlock[];
  source?: { type: string; media_type: string; data: string };
  cache_control?: { type: string };
}

export interface WireMessage {
  role: string;
  content: WireBlock[];
}

export interface WireBody {
  model: string;
  max_tokens: number;
  system?: WireBlock[];
  tools?: { name: string; description: string; input_schema: unknown; cache_control?: { type: string } }[];
  tool_choice?: { type: string; disable_parallel_tool_use?: boolean };
  messages: WireMessage[];
  [other: string]: unknown;
}
