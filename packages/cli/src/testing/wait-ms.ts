/** How long a test waits for a program or a page. It only ends tests that hang, and grows with how slow the machine is (`scripts/time-limits.mjs`). */
export const waitMs = Math.round(60_000 * Number(process.env.HOOKLINE_TEST_SCALE ?? 1))
