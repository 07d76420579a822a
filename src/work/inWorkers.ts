/** So many at a time, begun in the order in which they were given. */
export async function inWorkers<T>(
  workers: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = items.map((item, index) => ({ item, index }));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next.item, next.index);
  };
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, worker));
}
