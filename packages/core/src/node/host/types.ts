/** What a host builds on: operations that fire their events in order, and obey what the hooks decide. */

import type { Hooks } from '../../hooks.ts'
import type { JsonObject } from '../../schema.ts'
import type { LoopLimits } from '../../tool-call/loop-budget.ts'

export type { LoopLimits }

/** What the hooks add for the model (`additional_context` of every event of the operation, joined). */
export interface AddedContext {
  readonly context?: string
}

export interface Tokens {
  readonly input_tokens?: number
  readonly output_tokens?: number
  readonly cache_read_tokens?: number
  readonly cache_write_tokens?: number
}

export interface HostOptions {
  /** Text for the person that stops nothing: an allow with a message, what `preCompact` says, why a loop was ended. */
  readonly onInfo?: (info: { readonly event: string; readonly message: string; readonly session: string }) => void
  /** Ends automatic follow-ups, beside each entry's `loop_limit` and the `loops` of hookline.json; the strictest holds. */
  readonly loops?: LoopLimits
}

/**
 * Refused, every operation throws `HooklineError` (`ERROR_HOOKS_BLOCKED`, `FileReadBlockedByHook`) with both messages and
 * nothing was done. An act that failed throws `tool-failed` with the act's own error as its cause. Both carry `context`.
 */
export interface Host {
  readonly hooks: Hooks
  /** Fires `workspaceOpen`, at opening and at each change of folders; plugins that hooks name are loaded. */
  openWorkspace(roots?: readonly string[]): Promise<{ readonly pluginPaths: readonly string[] }>
  session(options?: SessionOptions): HostSession
  /** Waits for what nobody waited for. */
  close(): Promise<void>
}

export interface SessionOptions {
  /** The conversation's id; a new one without it. */
  readonly id?: string
  readonly model?: string
  readonly modelId?: string
  readonly modelParams?: readonly { readonly id: string; readonly value: unknown }[]
  readonly mode?: 'agent' | 'ask' | 'edit'
  readonly background?: boolean
  /** Where relative paths and commands begin; the first root without it. */
  readonly cwd?: string
  readonly transcriptPath?: string | null
  /** Cancels what is under way: tools end with `is_interrupt`. */
  readonly signal?: AbortSignal
}

export interface CallOptions {
  /** The call's id (`tool_use_id`); a new one without it. */
  readonly id?: string
  /** What the agent said about the call. */
  readonly agentMessage?: string
  readonly signal?: AbortSignal
}

export interface ShellOptions extends CallOptions {
  readonly cwd?: string
  readonly timeoutMs?: number
  readonly sandbox?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Called with each piece, stdout and stderr as they come. */
  readonly onOutput?: (text: string) => void
  /** What is kept of the output: its head and its tail; 1 MiB without it. */
  readonly maxBytes?: number
}
export interface ShellResult {
  readonly output: string
  /** Null when it was ended by a signal. */
  readonly exitCode: number | null
  readonly ended: 'exit' | 'signal' | 'timeout' | 'cancelled'
  /** Bytes left out of the middle of `output`. */
  readonly leftOut: number
}

export interface McpCall {
  readonly server: string
  /** One of the two, as the server is reached. */
  readonly url?: string
  readonly command?: string
  readonly tool: string
  readonly input: JsonObject
}

export interface Edit {
  readonly old_string: string
  readonly new_string: string
}
export interface TabEdit extends Edit {
  readonly range: {
    readonly start_line_number: number
    readonly start_column: number
    readonly end_line_number: number
    readonly end_column: number
  }
  readonly old_line: string
  readonly new_line: string
}

export interface Match {
  /** Absolute. */
  readonly file: string
  readonly line: number
  readonly text: string
}

export interface TaskCall {
  readonly type: string
  /** What the subagent is asked to do. */
  readonly task: string
  readonly description: string
  readonly model?: string
  readonly parallel?: boolean
  readonly gitBranch?: string
  readonly transcriptPath?: string
}
/** As the gates left it: a hook may have rewritten either. */
export interface StartedTask {
  readonly type: string
  readonly model: string
}
/** What the round used and cost is known to limits of `loops` only where it is told. */
export interface TaskOutcome extends StopFacts {
  readonly status: 'completed' | 'error' | 'aborted'
  readonly summary: string
  readonly messageCount: number
  readonly toolCallCount: number
}

export interface CompactFacts {
  readonly trigger: 'auto' | 'manual'
  readonly contextTokens: number
  readonly windowSize: number
  readonly messageCount: number
  readonly messagesToCompact: number
}

export interface StopFacts extends Tokens {
  /** What the round cost, where it is known. */
  readonly usd?: number
}

export interface FollowUp {
  readonly text: string
  readonly isAutoFollowupFromStopHook: true
  readonly loopCount: number
}

export interface HostSession {
  readonly id: string
  readonly cwd: string
  /** `sessionStart`. What hooks set in `env` reaches later hooks, and `shell`. */
  start(): Promise<AddedContext & { readonly env: Readonly<Record<string, string>> }>
  /** A message of the person: `beforeSubmitPrompt`; begins a new generation. */
  submitPrompt(
    prompt: string,
    options?: { readonly attachments?: readonly { readonly type: 'file' | 'rule'; readonly file_path: string }[] },
  ): Promise<AddedContext>
  shell(command: string, options?: ShellOptions): Promise<ShellResult & AddedContext>
  /** `act` speaks to the server, with the input as the gates left it; `output` is what the model may see. */
  mcp(
    call: McpCall,
    act: (input: JsonObject, signal: AbortSignal) => Promise<unknown>,
    options?: CallOptions,
  ): Promise<{ readonly output: unknown } & AddedContext>
  /** `offset` counts lines from 1. */
  readFile(
    path: string,
    options?: CallOptions & { readonly offset?: number; readonly limit?: number },
  ): Promise<{ readonly content: string } & AddedContext>
  /** A whole file, or replacements in one that is there (each `old_string` must occur exactly once). */
  editFile(
    path: string,
    change: { readonly content: string } | { readonly edits: readonly Edit[] },
    options?: CallOptions,
  ): Promise<{ readonly edits: readonly Edit[] } & AddedContext>
  deleteFile(path: string, options?: CallOptions): Promise<AddedContext>
  /** Linear-time expressions; files that `beforeReadFile` refuses are left out and counted. */
  grep(
    pattern: string,
    options?: CallOptions & { readonly path?: string; readonly limit?: number },
  ): Promise<
    {
      readonly matches: readonly Match[]
      readonly withheld: number
      readonly cut: boolean
    } & AddedContext
  >
  list(path?: string, options?: CallOptions): Promise<{ readonly names: readonly string[] } & AddedContext>
  /** A tool of the host's own, under the generic events. */
  tool<T>(
    name: string,
    input: JsonObject,
    act: (input: JsonObject, signal: AbortSignal) => Promise<T>,
    options?: CallOptions,
  ): Promise<{ readonly output: T } & AddedContext>
  /**
   * A subagent: `act` runs it in a session of its own, with task, type and model as the gates left them, and again with each
   * follow-up of `subagentStop`. There `start`, `submitPrompt`, `stop` and `end` fire nothing: no person speaks in it, and
   * `subagentStart` and `subagentStop` stand for its start and end.
   */
  task(
    call: TaskCall,
    act: (child: HostSession, message: string, signal: AbortSignal, started: StartedTask) => Promise<TaskOutcome>,
    options?: CallOptions,
  ): Promise<{ readonly output: TaskOutcome & { readonly ended?: string } } & AddedContext>
  /** `preCompact`, then `act`. Its hooks observe: they cannot stop it. */
  compact<T>(facts: CompactFacts, act: () => Promise<T>): Promise<T>
  /** `afterAgentResponse`: shown, or withheld and the sentence to show instead. */
  response(
    text: string,
    facts?: Tokens & { readonly durationMs?: number },
  ): Promise<{ readonly shown: true } | { readonly shown: false; readonly userMessage: string }>
  thought(text: string, facts?: { readonly durationMs?: number }): void
  /** `stop`: the next user message, or why there is none although a hook asked for one. */
  stop(
    status: 'completed' | 'aborted' | 'error',
    facts?: StopFacts,
  ): Promise<{ readonly followUp?: FollowUp; readonly ended?: string }>
  readonly tab: {
    read(path: string): Promise<{ readonly content: string }>
    /** Applies an accepted completion: one replacement in one line range, then `afterTabFileEdit`. */
    edit(path: string, edit: { readonly range: TabEdit['range']; readonly text: string }): Promise<TabEdit>
  }
  end(reason?: 'completed' | 'aborted' | 'error' | 'window_close' | 'user_close', error?: string): Promise<void>
}
