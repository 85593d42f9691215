/** `@hookline/agent`: the reference host, a small working agent that fires the events at every step. */
export { type AgentOptions, type AgentResult, runAgent } from './agent.ts'
export type { Person } from './person.ts'
export type { Refusal } from './refusals.ts'
export { SetupError } from './setup-error.ts'
export { type Mode, modes } from './tool.ts'
