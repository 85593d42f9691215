/** Every agent program that the harness drives. */
import type { RealAgent } from './agent.ts'
import { claudeCode } from './claude-code/agent.ts'
import { copilot } from './copilot/agent.ts'
import { qwenCode } from './qwen-code/agent.ts'

export const realAgents: readonly RealAgent[] = [claudeCode, copilot, qwenCode]
