/** Every agent program that the harness drives. */
import type { RealAgent } from './agent.ts'
import { claudeCode } from './claude-code/agent.ts'
import { codex } from './codex/agent.ts'
import { copilot } from './copilot/agent.ts'
import { geminiCli } from './gemini-cli/agent.ts'
import { opencode } from './opencode/agent.ts'
import { qwenCode } from './qwen-code/agent.ts'

export const realAgents: readonly RealAgent[] = [claudeCode, codex, copilot, geminiCli, opencode, qwenCode]
