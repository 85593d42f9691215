/** `@hookline/core/agents`: the rows of agents, and functions that derive from them. */
export type {
  Agent,
  AgentCall,
  AgentFiles,
  AgentProgram,
  AgentProof,
  AgentSource,
  AgentTool,
  HookReview,
  HookSwitch,
  Pitfalls,
  WholeFile,
} from './agent.ts'
export { type Surface, surfaces } from './agent.ts'
export { agentOfDialect, isNameOf, whyUnknown } from './event-names.ts'
export type { Headless } from './headless.ts'
export {
  agentDirectories,
  agents,
  answeredAgents,
  directoryVariables,
  findAgent,
  projectVariables,
  readAgents,
  usualAgent,
  usualDirectory,
  usualFile,
} from './list.ts'
export { matchesNames } from './match-names.ts'
export {
  agentOfSource,
  isProjectSource,
  isSharedSource,
  isUserSource,
  levelOfSource,
  sourceNames,
  trustRank,
} from './sources.ts'
