/** What this folder needs to know of the machine and the process; only `cli` reads it from the real one. */
export interface Host {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  /** 0 is root; undefined where there is no such thing. */
  uid: number | undefined;
  nodePath: string;
}

export function isLinuxRoot({ platform, uid }: Host): boolean {
  return platform === 'linux' && uid === 0;
}
