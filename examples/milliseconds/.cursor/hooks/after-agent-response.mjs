#!/usr/bin/env node
// afterAgentResponse: withholds a response that contains a private key, if the host supports it. Deny this event with
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
