/** Switches the audit log on. It kept a log of its own once, and files that name it still work. */
import { type EventName, eventNames } from '@hookline/core/sdk'
import { amount, choice, definePack, flag, packHook, shellCanary, strings, text } from '../define-pack.ts'

const unread = {
  fields: 'A record has all fields.',
  capture: 'What is kept of prompts and contents: `log.capture`.',
  directory: "The records are in Hookline's log.",
  maxMb: 'How large the log may get: `log.maxMb`.',
  retention: 'How much is kept: `log.maxMb`.',
} as const
const notRead = (name: keyof typeof unread): string => `Not read any more. ${unread[name]}`

const parameters = {
  events: {
    schema: { type: 'array', items: { enum: eventNames }, default: eventNames },
    doc: 'The events it listens to. The audit log has a record of every event that reaches Hookline.',
  },
  failClosed: flag(false, 'What cannot be written to the audit log is refused, where the event can be refused.'),
  fields: strings([], notRead('fields')),
  capture: choice(['metadata', 'full'], 'metadata', notRead('capture')),
  directory: { ...text('', notRead('directory')), forbiddenInProject: true },
  maxMb: amount(50, notRead('maxMb')),
  retention: amount(30, notRead('retention')),
} as const

export const audit = definePack({
  name: 'audit',
  description: "replaced by the setting log.audit, which it switches on: Hookline's log as a chain of hashes",
  about:
    'Write `"log": { "audit": true }` into your own hookline.json instead (docs/log.md). The pack switches the same audit log on, for every agent on the machine, as long as one of its hooks is active; `hookline check` warns of it. Its hooks decide nothing. It kept a file of its own, `packs/audit/audit.jsonl` in the state directory, which is no longer written; `hookline log verify` checks the log.',
  parameters,
  audits: true,
  replaced: {
    hint: 'Write "log": { "audit": true } into your own hookline.json (~/.config/hookline/), then delete the pack.',
    unread,
  },
  hooks: ({ events, failClosed }) =>
    // The schema of the parameter allows only names of events.
    (events as readonly EventName[]).map((event) => packHook(event, { name: event, failClosed }, () => undefined)),
  canaries: ({ events }) =>
    // The schema of the parameter is a list of strings.
    (events as readonly string[]).includes('beforeShellExecution') ? [shellCanary('allow', 'git status')] : [],
})
