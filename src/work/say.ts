/** Tells whoever watches what is worth knowing and no result: a line, in which words of strangers may stand. */
export type Say = (line: string) => void;
