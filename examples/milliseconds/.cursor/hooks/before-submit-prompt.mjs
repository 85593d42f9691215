#!/usr/bin/env node
// beforeSubmitPrompt: denies a prompt that contains a private key. Deny this event with "continue": false.
import { readFileSync } from 'node:fs'

const input = JSON.parse(readFileSync(0, 'utf8'))
const prompt = input.prompt ?? input.prompt_text ?? '' // The second is what Cursor 2.3 calls it.
const reply = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/.test(prompt)
  ? { continue: false, user_message: 'Your message holds a private key. Take it out before you send it.' }
  : { continue: true }
console.log(JSON.stringify(reply))
