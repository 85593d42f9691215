import { defineConfig } from 'vitest/config'

// With the Windows build of Node, also under Wine: `npm run test:windows`. In threads, because Wine starts processes slowly.
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    // Files of the person are then below the home directory that a test makes.
    env: { APPDATA: '', LOCALAPPDATA: '' },
    testTimeout: 180_000,
    hookTimeout: 60_000,
    retry: Number(process.env.HOOKLINE_TEST_RETRY ?? 0),
  },
})
