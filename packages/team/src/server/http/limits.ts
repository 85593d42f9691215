/** Limits for the time and size of requests. Node's defaults do not protect against attacks. */
export const limits = {
  /** For the headers of a request, and for the first bytes of a connection. */
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 5_000,
  /** Between requests. */
  idleMs: 65_000,
  headerBytes: 16 * 1024,
  /** The memory budgets for the bodies of all open requests: of authenticated callers, and of all others. */
  knownBytes: 64 * 1024 * 1024,
  strangerBytes: 16 * 1024 * 1024,
  streams: 100,
  closeMs: 5_000,
} as const

export type Limits = Readonly<Record<keyof typeof limits, number>>
