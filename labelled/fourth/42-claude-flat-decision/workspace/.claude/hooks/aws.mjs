import { readFileSync } from 'node:fs'

const { tool_input } = JSON.parse(readFileSync(0, 'utf8'))
const command = tool_input?.command ?? ''

if (/\baws\b.*\s--profile[ =]prod\b/.test(command)) {
  console.log(JSON.stringify({
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'The prod profile is for people only; use --profile dev.',
  }))
}
process.exitCode = 0
