import { defineConfig } from 'vitest/config'

// How long real agent programs take: `npx vitest run --config vitest.timing.config.ts`. One trial at a time, on a quiet machine.
export default defineConfig({
  test: {
    include: ['packages/cli/src/real-agents/**/*.timing.ts'],
    globalSetup: 'packages/cli/src/real-agents/setup.ts',
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 30_000,
  },
})
