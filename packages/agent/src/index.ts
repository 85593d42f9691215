/** `@hookline/agent`: the reference host, a small real agent whose every step fires the events. */
export { type AgentOptions, type AgentResult, runAgent } from './agent.ts'
export type { Person } from './person.ts'
export type { Refusal } from './refused.ts'
export { SetupError } from './setup-error.ts'
export { type Mode, modes } from './tools.ts'
