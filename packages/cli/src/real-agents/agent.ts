/** Everything the harness knows about one agent program. Shared code uses this row and names no agent. */
import type { ModelRequest, ToolCall } from '@hookline/models/testing'
import type { Conversation } from '../headless/conversation.ts'
import type { TrialSandbox } from './sandbox.ts'

/** A file's text, or a value that is written as JSON. A text that begins with `#!` becomes executable. */
export type Files = Readonly<Record<string, string | object>>

export interface RealAgent {
  readonly name: string
  /** The folder in the cache is `<id>-<version>`. */
  readonly id: string
  readonly package: string
  /** Packages with their versions that are installed beside it, such as a newer Node. */
  readonly beside?: readonly string[]
  /** The newest first. */
  readonly versions: readonly string[]
  /** `<platform>-<arch>` of the systems where `program` exists. */
  readonly systems: readonly string[]
  /** The program to start, relative to the directory of the installation. */
  readonly program: string
  /** The script that the program runs, if it is Node, relative to the directory of the installation. */
  readonly script?: string
  /** What a person has done before: reviewed the hooks in the agent, or started it once. Runs after `hookline connect`. */
  settle?(subject: { readonly program: string; readonly directory: string }, sandbox: TrialSandbox): Promise<void>
  /** How `hookline init` names the entry that connects this agent. Absent: Hookline cannot be connected to it yet. */
  readonly connection?: string
  /** Files of a home directory, by which `hookline init --user` recognises that the agent is in use. */
  readonly inUse: Files
  /** Files of a home directory without which it does not start offline. */
  readonly homeFiles?: Files
  start(prompt: string, options: StartOptions): ProgramStart
  /** What a request shows of the conversation, in the wire format that the agent uses. */
  readConversation(request: ModelRequest): Conversation
  /** The last text that the agent printed for the user. */
  readAnswer(stdout: string): string
  readonly tools: AgentTools
  /** A question reaches this version, which refuses it without a terminal. Absent, or false: Hookline refuses in its place, with a code. */
  readonly asks?: (version: string) => boolean
  /** Absent: it runs no commands as hooks, so it has no behaviour of its own to compare with. */
  readonly native?: NativeHooks
}

interface StartOptions {
  /** `http://127.0.0.1:<port>/v1`. */
  readonly modelUrl: string
  readonly home: string
  /** The directory of the installation. */
  readonly installed: string
  /** Tools beyond the usual ones that need no approval. */
  readonly allowed: readonly string[]
  /** Further arguments of the program. */
  readonly args: readonly string[]
}

interface ProgramStart {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Creates tool calls with the names and fields that the agent uses. */
interface AgentTools {
  shell(command: string): ToolCall
  read(path: string): ToolCall
  write(path: string, content: string): ToolCall
  edit(path: string, before: string, after: string): ToolCall
}

/** How the agent runs a hook without Hookline. */
interface NativeHooks {
  /** Workspace files in which the agent itself runs `command` before each shell command. */
  guardShell(command: string, timeout: number | undefined): Files
  /** The replies of a hook in the agent's own format. */
  readonly replies: HookReplies
  /** The agent runs the original command if a hook rewrites it. */
  readonly ignoresRewrites?: true
  /** Behaviours of a hook (`faults/behaviours.ts`) after which this version, alone, does not run the command. */
  stops(version: string): readonly string[]
}

/** JSON text of a hook's reply. */
export interface HookReplies {
  readonly allow: string
  readonly deny: string
  readonly ask: string
  readonly unknown: string
  readonly wrongType: string
  readonly duplicate: string
  rewrite(command: string): string
}
