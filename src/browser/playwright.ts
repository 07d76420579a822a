import { createRequire } from 'node:module';

/**
 * Only where a browser is needed, and by `require`: `import` reads all of its five megabytes for the names of its exports
 * first, which takes as long as running them.
 */
export function playwright(): typeof import('playwright') {
  return createRequire(import.meta.url)('playwright');
}
