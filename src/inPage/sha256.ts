/**
 * SHA-256 on the spot: the browser's own is a promise, and missing on pages that came without encryption.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = Uint32Array.from(FIRST);
  const words = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) mix(state, words, view, block * 64);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function mix(state: Uint32Array, words: Uint32Array, view: DataView, from: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(from + i * 4);
  for (let i = 16; i < 64; i++) {
    const near = at(words, i - 15);
    const far = at(words, i - 2);
    const small0 = turn(near, 7) ^ turn(near, 18) ^ (near >>> 3);
    const small1 = turn(far, 17) ^ turn(far, 19) ^ (far >>> 10);
    words[i] = at(words, i - 16) + small0 + at(words, i - 7) + small1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
const PRIMES = Array.from({ length: 312 }, (_, i) => i).filter((n) => n > 1 && !hasDivisor(n));
const FIRST = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));

function hasDivisor(n: number): boolean {
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return true;
  return false;
}
