/** `@hookline/core`: the pure part, which also runs in a browser. No `node:` import may appear below this file. */

export { sourceNames } from './agents/sources.ts'
export { type AssembleOptions, assemble } from './config.ts'
export { createEngine } from './create-engine.ts'
export { type EditionRow, editions, isEdition } from './editions.ts'
export type { Rim } from './engine.ts'
export { type ErrorCode, errorCodes, HooklineError } from './errors.ts'
export type {
  Because,
  Config,
  Edition,
  Effect,
  Entry,
  EntryType,
  Event,
  FailureCode,
  HookRecord,
  Origin,
  Outcome,
  Plan,
  Problem,
  ProblemSeverity,
  Raw,
  Reply,
  Rule,
  Run,
  Session,
  Skipped,
  SkipReason,
  SourceName,
  TrustState,
  Usage,
  Verdict,
  Verify,
} from './flow.ts'
export type { FireOptions, Hooks, Judgement, UntypedHooks } from './hooks.ts'
export { createMatchers, type Matchers } from './matchers/matcher.ts'
export type {
  Ask,
  AskModel,
  Configs,
  Dialect,
  Files,
  HostFacts,
  Job,
  ModelAnswer,
  ModelCall,
  ModelQuestion,
  ModelTool,
  ModelTurn,
  Platform,
  Question,
  Runner,
  Sessions,
  Sink,
  Source,
} from './ports.ts'
export { type LoggedRun, memorySink } from './sinks/memory.ts'
export { memorySessions, newSession } from './steps/session.ts'
export { createSlots, type Slots } from './steps/shared/slots.ts'
