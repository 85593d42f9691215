import { readFileSync } from 'node:fs'

type ShellEvent = { command: string; cwd: string }
type Reply = { permission: string; user_message?: string; agent_message?: string }

const input = JSON.parse(readFileSync(0, 'utf-8')) as ShellEvent
const live = /\bMAIL_ENV=(live|prod)\b/.test(input.command)

const reply: Reply = { permission: live ? 'deny' : 'allow' }
process.stdout.write(JSON.stringify(reply))
