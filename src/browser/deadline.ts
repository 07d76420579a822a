/** Raised when something did not answer in time. Some Playwright calls never return on a hung page. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  constructor(
    readonly what: string,
    readonly milliseconds: number,
  ) {
    super(`${what} took longer than ${milliseconds} ms`);
  }
}

/** Our own clock around somebody else's promise. The work itself is abandoned, not stopped. */
export async function withDeadline<T>(what: string, milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(what, milliseconds)), milliseconds);
  });
  // When the deadline wins, a later failure of the abandoned work has nobody left to hear it.
  work.catch(() => {});
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
