import { readFileSync } from 'node:fs'
const { command } = JSON.parse(readFileSync(0, 'utf8'))
const publish = /\b(npm|pnpm|yarn)\s+publish\b/.test(command)
console.log(JSON.stringify(publish
  ? { permission: 'deny', user_message: 'Publishing happens in CI.', agent_message: 'Do not publish; CI does it on tags.' }
  : { permission: 'allow' }))
