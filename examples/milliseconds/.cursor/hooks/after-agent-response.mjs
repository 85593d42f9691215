#!/usr/bin/env node
// afterAgentResponse: a response that holds a private key is withheld, where the host can. This event is refused with
// "permission": "deny" and exit code 2.
import { readFileSync } from 'node:fs'

const { text } = JSON.parse(readFileSync(0, 'utf8'))
const found = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/.test(text)
console.log(
  JSON.stringify(
    found ? { permission: 'deny', user_message: 'The response held a private key.' } : { permission: 'allow' },
  ),
)
process.exitCode = found ? 2 : 0
