/** The types of a host: operations that fire their events in order and obey the hooks' decisions. */

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
  /** Gets text for the user that stops nothing: an allow with a message, a message of `preCompact`, why a loop was ended. */
  readonly onInfo?: (info: { readonly event: string; readonly message: string; readonly session: string }) => void
  /** Limits automatic follow-ups, in addition to each entry's `loop_limit` and `loops` in hookline.json; the strictest applies. */
  readonly loops?: LoopLimits
}

/**
 * A refused operation throws `HooklineError` (`ERROR_HOOKS_BLOCKED`, `FileReadBlockedByHook`) with both messages, and nothing
 * is done. A failed operation throws `tool-failed` with the original error as its cause. Both errors have `context`.
 */
export interface Host {
  readonly hooks: Hooks
  /** Fires `workspaceOpen`. Call it at opening and at each change of folders; plugins that hooks name are loaded. */
  openWorkspace(roots?: readonly string[]): Promise<{ readonly pluginPaths: readonly string[] }>
  session(options?: SessionOptions): HostSession
  /** Waits for hooks that no operation waited for. */
  close(): Promise<void>
}

export interface SessionOptions {
  /** The conversation's id. Default: a new one. */
  readonly id?: string
  readonly model?: string
  readonly modelId?: string
  readonly modelParams?: readonly { readonly id: string; readonly value: unknown }[]
  readonly mode?: 'agent' | 'ask' | 'edit'
  readonly background?: boolean
  /** The directory of relative paths and commands. Default: the first root. */
  readonly cwd?: string
  readonly transcriptPath?: string | null
  /** Cancels running operations: tools end with `is_interrupt`. */
  readonly signal?: AbortSignal
}

export interface CallOptions {
  /** The call's id (`tool_use_id`). Default: a new one. */
  readonly id?: string
  /** The agent's message about the call. */
  readonly agentMessage?: string
  readonly signal?: AbortSignal
}

export interface ShellOptions extends CallOptions {
  readonly cwd?: string
  readonly timeoutMs?: number
  readonly sandbox?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Called with each piece of stdout and stderr as it arrives. */
  readonly onOutput?: (text: string) => void
  /** How much of the output is kept: its head and its tail. Default: 1 MiB. */
  readonly maxBytes?: number
}
export interface ShellResult {
  readonly output: string
  /** Null if it was ended by a signal. */
  readonly exitCode: number | null
  readonly ended: 'exit' | 'signal' | 'timeout' | 'cancelled'
  /** Bytes left out of the middle of `output`. */
  readonly leftOut: number
}

export interface McpCall {
  readonly server: string
  /** How the server is reached: one of the two. */
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
  /** The task of the subagent. */
  readonly task: string
  readonly description: string
  readonly model?: string
  readonly parallel?: boolean
  readonly gitBranch?: string
  readonly transcriptPath?: string
}
/** Type and model after the gates: a hook may have rewritten either. */
export interface StartedTask {
  readonly type: string
  readonly model: string
}
/** The limits of `loops` can only count tokens and cost that are given here. */
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
  /** The cost of the round, if known. */
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
  /** Fires `sessionStart`. Variables that hooks set in `env` are passed to later hooks and to `shell`. */
  start(): Promise<AddedContext & { readonly env: Readonly<Record<string, string>> }>
  /** A message of the user. Fires `beforeSubmitPrompt` and begins a new generation. */
  submitPrompt(
    prompt: string,
    options?: { readonly attachments?: readonly { readonly type: 'file' | 'rule'; readonly file_path: string }[] },
  ): Promise<AddedContext>
  shell(command: string, options?: ShellOptions): Promise<ShellResult & AddedContext>
  /** `act` calls the server with the input after the gates; `output` is what the model may see. */
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
  /** Writes a whole file, or replacements in an existing one (each `old_string` must occur exactly once). */
  editFile(
    path: string,
    change: { readonly content: string } | { readonly edits: readonly Edit[] },
    options?: CallOptions,
  ): Promise<{ readonly edits: readonly Edit[] } & AddedContext>
  deleteFile(path: string, options?: CallOptions): Promise<AddedContext>
  /** Searches with a linear-time regular expression; files that `beforeReadFile` refuses are left out and counted. */
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
  /** Calls a tool of the host's own, with the generic events. */
  tool<T>(
    name: string,
    input: JsonObject,
    act: (input: JsonObject, signal: AbortSignal) => Promise<T>,
    options?: CallOptions,
  ): Promise<{ readonly output: T } & AddedContext>
  /**
   * Runs a subagent: `act` runs it in its own session, with task, type and model after the gates, and again for each
   * follow-up of `subagentStop`. In that session `start`, `submitPrompt`, `stop` and `end` fire nothing: no user takes part,
   * and `subagentStart` and `subagentStop` report its start and end.
   */
  task(
    call: TaskCall,
    act: (child: HostSession, message: string, signal: AbortSignal, started: StartedTask) => Promise<TaskOutcome>,
    options?: CallOptions,
  ): Promise<{ readonly output: TaskOutcome & { readonly ended?: string } } & AddedContext>
  /** Fires `preCompact`, then runs `act`. The hooks only observe: they cannot stop it. */
  compact<T>(facts: CompactFacts, act: () => Promise<T>): Promise<T>
  /** Fires `afterAgentResponse`. Returns whether to show the response, and if not, the message to show instead. */
  response(
    text: string,
    facts?: Tokens & { readonly durationMs?: number },
  ): Promise<{ readonly shown: true } | { readonly shown: false; readonly userMessage: string }>
  thought(text: string, facts?: { readonly durationMs?: number }): void
  /** Fires `stop`. Returns the next user message, or why there is none although a hook asked for one. */
  stop(
    status: 'completed' | 'aborted' | 'error',
    facts?: StopFacts,
  ): Promise<{ readonly followUp?: FollowUp; readonly ended?: string }>
  readonly tab: {
    read(path: string): Promise<{ readonly content: string }>
    /** Applies an accepted completion: one replacement in one range, then fires `afterTabFileEdit`. */
    edit(path: string, edit: { readonly range: TabEdit['range']; readonly text: string }): Promise<TabEdit>
  }
  end(reason?: 'completed' | 'aborted' | 'error' | 'window_close' | 'user_close', error?: string): Promise<void>
}
