/** Every agent program that the harness drives. */
import type { RealAgent } from './agent.ts'
import { claudeCode } from './claude-code/agent.ts'

export const realAgents: readonly RealAgent[] = [claudeCode]
