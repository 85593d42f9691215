/** The only error class: for a denial that `guard` throws, and for misuse. The failure of a hook is an outcome, never an error. */
import type { Effect } from './flow.ts'

/** Every code with one sentence. A test keeps `docs/errors.md` equal to this list. */
export const errorCodes = {
  ERROR_HOOKS_BLOCKED: 'Hooks denied the action. The error has both messages.',
  FileReadBlockedByHook: 'Hooks denied reading a file. The `name` of this error is `FileReadBlockedByHookError`.',
  'tool-failed': 'The action itself failed. `cause` is its error.',
  'unknown-event': 'There is no event of this name.',
  'bad-input': 'A field of the input is missing or of the wrong type.',
  'bad-option': 'An option of `createHooks` or `createHost`, or the event name passed to `on`, is invalid.',
  state: 'The state of hooks cannot be read, locked or written, or a value exceeds a limit.',
  closed: 'The engine, or the session, was closed before this call.',
  internal: 'A bug in Hookline.',
} as const
export type ErrorCode = keyof typeof errorCodes

interface ErrorDetail {
  readonly cause?: unknown
  readonly effect?: Effect
  readonly context?: string | undefined
}

/** The stack, or else the text, of anything that code may throw. Never throws: reading a Proxy or a getter can fail. */
export function textOfThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.stack ?? thrown.message) : String(thrown)
  } catch {
    return 'an error that cannot be read'
  }
}

/** The same as one line. */
export function messageOfThrown(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? String(thrown.message) : String(thrown)
    return text.split('\n').find((line) => line.trim() !== '') ?? 'an error without a message'
  } catch {
    return 'an error that cannot be read'
  }
}

export class HooklineError extends Error {
  override readonly name: 'HooklineError' | 'FileReadBlockedByHookError'
  readonly code: ErrorCode
  /** For the person (CONTRACT §7). */
  readonly clientVisibleErrorMessage?: string
  /** For the model. */
  readonly modelVisibleErrorMessage?: string
  readonly effect?: Effect
  /** Context that hooks add for the model to a call that failed or was denied. */
  readonly context?: string

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.code = code
    this.name = code === 'FileReadBlockedByHook' ? 'FileReadBlockedByHookError' : 'HooklineError'
    if (detail.context !== undefined) this.context = detail.context
    if (detail.effect === undefined) return
    this.effect = detail.effect
    if (detail.effect.userMessage !== undefined) this.clientVisibleErrorMessage = detail.effect.userMessage
    if (detail.effect.agentMessage !== undefined) this.modelVisibleErrorMessage = detail.effect.agentMessage
  }

  /** Returns a HooklineError unchanged, and wraps anything else as `internal` with its cause. */
  static from(thrown: unknown): HooklineError {
    if (thrown instanceof HooklineError) return thrown
    return new HooklineError('internal', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
  }
}
