/** How the site makes it harder, or impossible: each is something that real sites do. */
export const VARIANTS = [
  'plain',
  'link',
  'banner',
  'confirm',
  'third-party',
  'error',
  'login',
  'twice',
  'iframe',
  'shadow',
] as const;

export type Variant = (typeof VARIANTS)[number];
