import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real browsers and processes that often wait: three files at a time keep two cores busy without starving each other.
    maxWorkers: 3,
    // Modules and the browser are loaded once for each of the three, and not once for each file.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
