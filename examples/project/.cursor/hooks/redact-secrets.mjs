#!/usr/bin/env node
// beforeReadFile, beforeTabFileRead: the reader gets the file with its secrets replaced ("updated_content").
// It is written for Node, because a file can contain any character: unescaping and escaping them in sh without a JSON
// parser is error-prone, and a wrong reply here either leaks a secret or blocks every read.
// Only Hookline supports "updated_content". For other hosts, reply { "permission": "deny" } instead.
import { readFileSync } from 'node:fs'

const HIDDEN = '[hidden]'
// Each expression keeps its first group. They hide too much rather than too little, and every repetition is short,
// so that no file can make them slow.
const secrets = [
  /()-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // NAME=value, name: value, "name": "value", if the name suggests a secret.
  /((?:secret|token|password|passwd|api_?key|private_?key)[\w-]{0,40}["']?[ \t]{0,8}[=:][ \t]{0,8})(?:"[^"\n]*"|'[^'\n]*'|[^\s"']*[^\s"',;])/gi,
  // Keys with a known format, anywhere in the file.
  /()\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10,})/g,
]

const input = JSON.parse(readFileSync(0, 'utf8'))
let count = 0
const hide = (all, kept) => {
  const value = all.slice(kept.length)
  const quote = /^["']/.test(value) ? value[0] : ''
  if (value === quote + HIDDEN + quote) return all
  count += 1
  return kept + quote + HIDDEN + quote
}
const content = secrets.reduce((text, secret) => text.replace(secret, hide), input.content)

const reply = { permission: 'allow' }
if (count > 0) reply.updated_content = content
// Inline completion cannot show a message, so only reads of the agent have one for the user.
if (count > 0 && input.hook_event_name === 'beforeReadFile') {
  reply.user_message = 'Secret values in this file were hidden from the agent.'
}
console.log(JSON.stringify(reply))
