/** The one error class. A refusal that `guard` throws, or misuse; a hook's own failure is a value (an outcome), never an error. */
import type { Effect } from './flow.ts'

/** Every code, with one sentence; `docs/errors.md` and this list are held equal by a test. */
export const errorCodes = {
  ERROR_HOOKS_BLOCKED: 'Hooks refused the act; both messages are on the error.',
  FileReadBlockedByHook:
    'Hooks refused to let a file be read; the `name` of this error is `FileReadBlockedByHookError`.',
  'tool-failed': 'The act itself failed; `cause` is its error.',
  'unknown-event': 'There is no event of that name.',
  'bad-input': 'A field of the input is missing or of the wrong type.',
  'bad-option': 'An option given to `createHooks` or `createHost`, or a word given to `on`, cannot be used.',
  closed: 'The engine, or the session, was closed before this call.',
  internal: 'A bug in Hookline.',
} as const
export type ErrorCode = keyof typeof errorCodes

interface ErrorDetail {
  readonly cause?: unknown
  readonly effect?: Effect
  readonly context?: string | undefined
}

export class HooklineError extends Error {
  override readonly name: 'HooklineError' | 'FileReadBlockedByHookError'
  readonly code: ErrorCode
  /** For the person (CONTRACT §7). */
  readonly clientVisibleErrorMessage?: string
  /** For the model. */
  readonly modelVisibleErrorMessage?: string
  readonly effect?: Effect
  /** What hooks add for the model to a call that failed or was refused. */
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

  /** So that every `catch` is one line: an error of ours as it is, anything else as `internal` with its cause. */
  static from(thrown: unknown): HooklineError {
    if (thrown instanceof HooklineError) return thrown
    return new HooklineError('internal', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
  }
}
