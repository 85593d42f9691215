/** How long and how much a request may be. Node's own defaults are for a server nobody means ill. */
export const limits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 5_000,
  /** Before the first bytes say which protocol it is, and between requests. */
  idleMs: 65_000,
  headerBytes: 16 * 1024,
  /** Of the bodies of requests that are not answered yet, all together: of those who are known, and of everybody else. */
  knownBytes: 64 * 1024 * 1024,
  strangerBytes: 16 * 1024 * 1024,
  streams: 100,
  closeMs: 5_000,
} as const

export type Limits = Readonly<Record<keyof typeof limits, number>>
