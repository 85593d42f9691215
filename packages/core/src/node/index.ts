/** `@hookline/core/node`: the public API of the library for Node. */
import { claude } from '../agents/claude/agent.ts'
import { readerFor } from '../sources/agent-files.ts'

export type { AgentFiles } from '../agents/agent.ts'
export { agentLimits, neededEvents, rewritesOf } from '../agents/agent-advice.ts'
export { type AgentName, agentFiles, agentShellVariable } from '../agents/list.ts'
export { describeSuggestion, nearest, suggestEvent } from '../agents/suggest.ts'
export { commandLine } from '../command-line.ts'
export { checkCommand } from '../config/check-command.ts'
export { type EditedFile, editHooksFile, type HooksChange } from '../config/edit/file.ts'
export { findScripts } from '../config/files/find-scripts.ts'
export type { TrustContent, TrustItem, TrustVerdict } from '../config/files/trust-content.ts'
export { readHooks } from '../config/read-hooks.ts'
export {
  blocksWithout,
  callLevel,
  callPaths,
  callsHookline,
  orElse,
  orElseInBoth,
  orElseInPowerShell,
} from '../config/self-call.ts'
export { gateOf } from '../editions.ts'
export { hasCleanVariable } from '../environment.ts'
export { type ErrorCode, HooklineError } from '../errors.ts'
export type {
  BackgroundWork,
  Because,
  Edition,
  Effect,
  Entry,
  HookRecord,
  Origin,
  Outcome,
  Plan,
  Problem,
  Reply,
  Run,
  SandboxLevel,
  Settings,
  SkipReason,
  SourceName,
  TrustState,
  Usage,
  Verdict,
  Verify,
} from '../flow.ts'
export type { FireOptions, Hooks, Judgement, TeamRefresh } from '../hooks.ts'
export {
  type OwnCommand,
  ownCommands,
  type StateCommand,
  type TeamCommand,
  type TrustCommand,
  type Weakens,
  weakens,
} from '../own-commands.ts'
export type {
  Ask,
  AskModel,
  ModelAnswer,
  ModelCall,
  ModelQuestion,
  ModelTool,
  ModelTurn,
  Question,
  Sink,
  Source,
  TrustOption,
  TrustRequest,
} from '../ports.ts'
export type { EventInput, EventName, FireInput, GuardedEvent, ReplyOf } from '../protocol/events/index.ts'
export { type Redacted, redactSecrets } from '../redact/redact-secrets.ts'
export { readModelReply } from '../replies/read-model-reply.ts'
export { readsTranscript } from '../rules/rule.ts'
export type { Spawn, SpawnRequest } from '../runners/command.ts'
export { describeRead, findReadVariable, readVariables } from '../runners/reads-variable.ts'
export { isAsked, type LogFilter, matches } from '../sinks/log-filter.ts'
export {
  type Capture,
  type Chain,
  type LogRecord,
  missingOf,
  type Purpose,
  purposes,
  toLogRecord,
} from '../sinks/log-record.ts'
export type { LogRun } from '../sinks/log-run.ts'
export { type LogSettings, logSettings } from '../sinks/log-settings.ts'
export type { LoggedRun } from '../sinks/memory.ts'
export { importReaderFor, readerFor } from '../sources/agent-files.ts'
export { documentSource, type SourceSetup } from '../sources/document.ts'
export { standardSources } from '../sources/index.ts'
export type { InlineCall, InlineHooks } from '../sources/inline.ts'
export { readStateScope, type StateScope, stateVariable } from '../state-scope.ts'
export { policyOf, whenStopped } from '../steps/interpret.ts'
export { fireHostEvent, type HostEvent, type HostEventRim, type Marks } from '../tool-call/host-event.ts'
export { isConnected } from './answered-agent.ts'
export {
  type ApprovalStore,
  callKey,
  createApprovalStore,
  type PendingApproval,
  readCode,
} from './approvals.ts'
export type { NodeConfigs } from './config/configs.ts'
export {
  canBreakGlass,
  canDisable,
  createDisabledStore,
  type Disabled,
  type DisabledStore,
  longestOverrideMs,
} from './config/disabled.ts'
export { sourceSetup, userSettingsFile } from './config/source-setup.ts'
export { compose, createHooks } from './create-hooks.ts'
export type { CreateOptions, LogOption } from './create-options.ts'
export { type HookState, listStates, openStore, type StoredState } from './hook-state.ts'
export { createHost } from './host/create-host.ts'
export type {
  AddedContext,
  CallOptions,
  CompactFacts,
  Edit,
  FollowUp,
  Host,
  HostOptions,
  HostSession,
  LoopLimits,
  Match,
  McpCall,
  SessionOptions,
  ShellOptions,
  ShellResult,
  StartedTask,
  StopFacts,
  TabEdit,
  TaskCall,
  TaskOutcome,
  Tokens,
} from './host/types.ts'
export { type FileSink, type FileSinkOptions, fileSink } from './log/file-sink.ts'
export type { FollowFrom } from './log/follow.ts'
export { logDirectory } from './log/log-directory.ts'
export { type Log, type LogPage, type LogQuery, type OpenLogOptions, openLog } from './log/open-log.ts'
export { type LogLocation, type LogReport, verifyLog } from './log/verify.ts'
export type { ModelsOption } from './models/prompt.ts'
export { createRuleContext } from './modules/rule-context.ts'
export { freePermit, startDetached } from './process/detached.ts'
export type { Outlet } from './process/outlet.ts'
export { previewSpawn, type SpawnContext, type SpawnPreview } from './process/preview-spawn.ts'
export { type ProbeResult, probeHook } from './process/probe.ts'
export { createSharedSpawn, type Started } from './process/spawn.ts'
export { createRemoteChild, type RemoteChild } from './process/supervise.ts'
export { killRemaining } from './process/tree.ts'
export { sandboxReport, whyNoSandbox } from './sandbox/mechanism.ts'
export { type Caller, createLostHooks, type HooksServer, serveHooks } from './serve-hooks.ts'
export { runWithTimeLimit } from './system/bounded.ts'
export { installHint } from './system/install-command.ts'
export { homeDirectory } from './system/machine.ts'
export { makeDirectory } from './system/make-directory.ts'
export { trustedText } from './trust/kept-files.ts'
export { findProtectedPaths, protectedNames } from './trust/protected-paths.ts'
export { approvedRoots } from './trust/records.ts'
export type { TrustFinding, TrustRecord, TrustStore } from './trust/trust.ts'

/** Reads a settings file of Claude Code. */
export const readClaude = readerFor(claude)
