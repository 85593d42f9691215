// stops patient numbers leaving the building
import { readFileSync } from 'node:fs'

const { prompt = '' } = JSON.parse(readFileSync(0, 'utf8'))
const found = /\b\d{3}[- ]?\d{3}[- ]?\d{4}\b/.test(prompt) || /\bMRN[:# ]?\d{6,}\b/i.test(prompt)

const reply = found
  ? { permission: 'deny', user_message: 'The prompt seems to hold a patient number. Remove it and send again.' }
  : { continue: true }

process.stdout.write(JSON.stringify(reply))
