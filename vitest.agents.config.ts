import { defineConfig } from 'vitest/config'

// The real agent programs: `npm run test:agents`. Two trials at a time, whatever the number of files.
export default defineConfig({
  test: {
    include: ['packages/cli/src/real-agents/**/*.agents.ts'],
    globalSetup: 'packages/cli/src/real-agents/setup.ts',
    pool: 'forks',
    maxWorkers: 1,
    maxConcurrency: 2,
    sequence: { concurrent: true },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    retry: Number(process.env.HOOKLINE_TEST_RETRY ?? 0),
  },
})
