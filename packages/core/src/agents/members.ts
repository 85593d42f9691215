/** The list of agents that have a folder: one line each. The order means nothing. */
export { claude } from './claude/agent.ts'
export { cursor } from './cursor/agent.ts'
