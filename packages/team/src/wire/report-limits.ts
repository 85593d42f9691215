/** How much one report may be. A client that has more sends it in parts. */
export const reportLimits = {
  decisions: 500,
  /** Of one decision. */
  runs: 100,
  /** Of all its decisions together. */
  runsInAll: 2000,
  bytes: 512 * 1024,
} as const
