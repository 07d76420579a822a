type Method = (...args: never[]) => unknown;

/** Hears every call of a method before it is carried out; answers with the way to stop listening. */
export function tap<O extends object, K extends keyof O>(
  object: O,
  key: K,
  hear: (...args: Parameters<Extract<O[K], Method>>) => void,
): () => void {
  const original = object[key] as Extract<O[K], Method>;
  const tapped = (...args: Parameters<Extract<O[K], Method>>): unknown => {
    hear(...args);
    return original.apply(object, args);
  };
  object[key] = tapped as O[K];
  return () => {
    object[key] = original as O[K];
  };
}
