/** At most `limit` characters, "..." behind what was cut, never half a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const isHalf = /[\ud800-\udbff]$/.test(head);
  return `${isHalf ? head.slice(0, -1) : head}...`;
}
