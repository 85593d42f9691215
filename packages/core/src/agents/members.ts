/** The agents that have a folder, one line each, in any order. */
export { claude } from './claude/agent.ts'
export { cline } from './cline/agent.ts'
export { copilot } from './copilot/agent.ts'
export { cursor } from './cursor/agent.ts'
export { factory } from './factory/agent.ts'
export { kiro } from './kiro/agent.ts'
export { qwen } from './qwen/agent.ts'
export { windsurf } from './windsurf/agent.ts'
