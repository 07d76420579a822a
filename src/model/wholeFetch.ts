/** Thrown inside our fetch; the SDK hands it on as the cause of its connection error. */
export class BodyStalled extends Error {
  override readonly name = 'BodyStalled';
}

export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

export interface BodyLimits {
  /** How long a body may be silent once its headers are there. */
  idleMs: number;
  maxBytes: number;
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A fetch that is done only when the whole body is. The SDK's time limit ends with the headers, and whatever goes wrong
 * after them reaches its caller as a bare error; this way all of it happens inside the limit and under the SDK's types.
 */
export function wholeFetch(limits: BodyLimits): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(await readAll(body, limits), { status, statusText, headers });
  };
}

async function readAll(body: ReadableStream<Uint8Array>, { idleMs, maxBytes }: BodyLimits): Promise<Blob> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await orStalled(reader.read(), idleMs);
      if (done) return new Blob(chunks);
      length += value.byteLength;
      if (length > maxBytes) throw new BodyTooLong(`more than ${maxBytes} bytes`);
      chunks.push(new Uint8Array(value));
    }
  } finally {
    // Lets go of the connection; a body that is complete or broken has nothing more to say about it.
    reader.cancel().catch(() => {});
  }
}

async function orStalled<T>(read: Promise<T>, idleMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BodyStalled(`silent for ${idleMs} ms`)), idleMs);
  });
  try {
    return await Promise.race([read, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
