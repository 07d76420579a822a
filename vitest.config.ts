import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real browsers and processes: two files at a time is what two cores carry without starving each other.
    maxWorkers: 2,
    // Modules and the browser are loaded once for each of the two, and not once for each file.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
