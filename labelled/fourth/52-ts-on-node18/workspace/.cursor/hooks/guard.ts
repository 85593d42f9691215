import { readFileSync } from 'node:fs'

interface ShellEvent { command: string; cwd: string }
type Reply = { permission: 'allow' } | { permission: 'deny'; user_message: string; agent_message: string }

const event = JSON.parse(readFileSync(0, 'utf8')) as ShellEvent
const reply: Reply = /\bprisma\s+migrate\s+reset\b/.test(event.command)
  ? { permission: 'deny', user_message: 'migrate reset wipes the database.', agent_message: 'Use prisma migrate dev instead.' }
  : { permission: 'allow' }
process.stdout.write(JSON.stringify(reply))
