import { appendFileSync, readFileSync } from 'node:fs'
const e = JSON.parse(readFileSync(0, 'utf8'))
appendFileSync('.cursor/sessions.log', `${new Date().toISOString()} ${e.conversation_id} ${e.status}\n`)
console.log('{}')
