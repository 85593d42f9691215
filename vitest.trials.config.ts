import { defineConfig } from 'vitest/config'

// The recipes of CONTRIBUTING.md, executed in scratch copies of the repository: `npm run test:trials`.
export default defineConfig({
  test: {
    include: ['scripts/trials/*.trial.mjs'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
