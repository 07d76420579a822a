import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Usage } from '../../src/model/model.js';
import type { WireBody } from './messagesBody.js';
import { faultOf } from './messagesRules.js';
import { cacheMeter } from './messagesUsage.js';

export type { WireBlock, WireBody, WireMessage } from './messagesBody.js';

/** What the server does with one request. Made by the functions below. */
export type Reply =
  | { kind: 'message'; content: object[]; stop: string; usage?: Partial<Usage> }
  | { kind: 'status'; status: number; headers: Record<string, string>; body: string }
  | { kind: 'raw'; type: string; body: string }
  | { kind: 'hang' | 'reset' | 'cut' | 'stall' | 'drip' };

let calls = 0;

/** A message with a call of one tool. */
export function callsTool(name: string, input: unknown = {}): Reply {
  return message([toolUse(name, input)], 'tool_use');
}

export function toolUse(name: string, input: unknown = {}): object {
  calls += 1;
  // Like the real thing, which also says who called.
  return { type: 'tool_use', id: `toolu_${calls}`, name, input, caller: { type: 'direct' } };
}

/** A message with words only. */
export function says(text: string): Reply {
  return message([{ type: 'text', text, citations: null }]);
}

/** Any message; `usage` stands instead of the figures that the server would work out. */
export function message(content: object[], stop = 'end_turn', usage?: Partial<Usage>): Reply {
  return { kind: 'message', content, stop, ...(usage ? { usage } : {}) };
}

/** An error as the API words it. */
export function fails(
  status: number,
  error: { type?: string; message?: string; details?: object } = {},
  headers: Record<string, string> = {},
): Reply {
  const body = { type: 'error', error: { type: 'api_error', message: 'scripted', ...error }, request_id: 'req_1' };
  return { kind: 'status', status, headers, body: JSON.stringify(body) };
}

/** A status with any body, as a proxy in between would give it. */
export function status(code: number, body = '', headers: Record<string, string> = {}): Reply {
  return { kind: 'status', status: code, headers, body };
}

/** 200 and this text, whatever it is. */
export function raw(body: string, type = 'application/json'): Reply {
  return { kind: 'raw', type, body };
}

/** Never answers. */
export const hangs: Reply = { kind: 'hang' };
/** Closes the connection before the headers. */
export const resets: Reply = { kind: 'reset' };
/** Headers and half a body, then the connection is gone. */
export const cuts: Reply = { kind: 'cut' };
/** Headers and half a body, then silence. */
export const stalls: Reply = { kind: 'stall' };
/** Headers, then a blank every few milliseconds without end. */
export const drips: Reply = { kind: 'drip' };

export interface ApiRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: WireBody;
  /** Settles when the other side has let go of the connection, or the answer is complete. */
  closed: Promise<void>;
}

export interface MessagesApi {
  url: string;
  /** Every request so far, the refused ones included. */
  requests: ApiRequest[];
  /** The next request that arrives from now on. */
  next(): Promise<ApiRequest>;
  close(): Promise<void>;
}

export interface MessagesApiOptions {
  /** Prompts shorter than this are not cached, without a word; 1,024 tokens for the Sonnets. */
  cacheMinimum?: number;
}

/**
 * A Messages API on a free port of loopback. Replies come from the list one after the other (a request beyond its end
 * is answered 400), or from the function, which is given the request and its number from 0. A request that the real API
 * would refuse (a call without its result, blank texts, removed parameters, no key) is refused here too and uses up no
 * reply. `usage` is worked out from what was sent, prompt cache included.
 */
export async function startMessagesApi(
  replies: readonly Reply[] | ((request: ApiRequest, index: number) => Reply | Promise<Reply>),
  { cacheMinimum = 1_024 }: MessagesApiOptions = {},
): Promise<MessagesApi> {
  const requests: ApiRequest[] = [];
  const waiting: ((request: ApiRequest) => void)[] = [];
  const bill = cacheMeter(cacheMinimum);
  let answered = 0;

  const replyTo = async (request: ApiRequest): Promise<Reply> => {
    if (!/^Bearer \S/.test(request.headers.authorization ?? '')) return fails(401, { type: 'authentication_error' });
    const fault = faultOf(request.body);
    if (fault !== null) return fails(400, { type: 'invalid_request_error', message: fault });
    const index = answered;
    answered += 1;
    if (typeof replies === 'function') return replies(request, index);
    return replies[index] ?? fails(400, { type: 'invalid_request_error', message: 'no reply is left' });
  };

  const server = createServer(async (incoming, response) => {
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const body = JSON.parse(await textOf(incoming)) as WireBody;
    const request: ApiRequest = { path: incoming.url ?? '', headers: incoming.headers, body, closed };
    requests.push(request);
    for (const tell of waiting.splice(0)) tell(request);
    send(await replyTo(request), request, response, bill);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(reply: Reply, request: ApiRequest, response: ServerResponse, bill: ReturnType<typeof cacheMeter>): void {
  switch (reply.kind) {
    case 'message': {
      const { content, stop, usage } = reply;
      const body = {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: request.body.model,
        content,
        stop_reason: stop,
        stop_sequence: null,
        usage: { ...bill(request.body, content), ...usage },
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    case 'status':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
      return;
    case 'raw':
      response.writeHead(200, { 'content-type': reply.type }).end(reply.body);
      return;
    case 'hang':
      return;
    case 'reset':
      response.destroy();
      return;
    case 'cut':
      begin(response, () => response.destroy());
      return;
    case 'stall':
      begin(response, () => {});
      return;
    case 'drip': {
      begin(response, () => {});
      const timer = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(timer));
      return;
    }
  }
}

/** Headers and the first half of a message. */
function begin(response: ServerResponse, then: () => void): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
  response.write(
    '{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"t","name":"browser_cl',
    then,
  );
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  incoming.setEncoding('utf8');
  for await (const chunk of incoming) text += chunk;
  return text;
}
