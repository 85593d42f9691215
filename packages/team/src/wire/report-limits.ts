/** The limits of one report. A client with more decisions sends several reports. */
export const reportLimits = {
  decisions: 500,
  /** Runs of one decision. */
  runs: 100,
  /** Runs of all decisions together. */
  runsInAll: 2000,
  bytes: 512 * 1024,
} as const
