/** What an agent was about to do and did, in a file that shows when somebody changed it. */

import { join, resolve } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, type HookContext, recordable } from '@hookline/core/sdk'
import { amount, choice, definePack, flag, packHook, shellCanary, strings, text, type Values } from '../define-pack.ts'
import { append } from './append.ts'
import { sha256 } from './canonical.ts'

const parameters = {
  events: {
    schema: { type: 'array', items: { enum: eventNames }, default: eventNames },
    doc: 'The events that are written down.',
  },
  fields: strings([], 'The fields of an event that are kept; none named: all of them.'),
  capture: choice(
    ['metadata', 'full'],
    'metadata',
    'metadata keeps prompts, file contents and outputs as length and hash; full keeps them. Secrets are replaced in both.',
  ),
  directory: {
    ...text('', 'Where the files are kept, absolute or ~/…; empty: in the state directory of Hookline.'),
    forbiddenInProject: true,
  },
  maxMb: amount(50, 'A file of this size is set aside and a new one begun; so is one of another day.'),
  retention: amount(30, 'Days after which a file that was set aside is removed.'),
  failClosed: flag(false, 'What cannot be written down may not happen, where the event can be refused.'),
} as const
type Settings = Values<typeof parameters>

export const auditDirectory = (state: string): string => join(state, 'packs', 'audit')

export const audit = definePack({
  name: 'audit',
  description: 'writes down what an agent does, one line an event, in a chain of hashes that shows every change',
  about:
    "Each line of `audit.jsonl` (0600, in `packs/audit` of Hookline's state directory) holds the SHA-256 of the one before; any number of processes write one chain, over all files. `hookline packs verify audit` checks it and names the first line that does not hold; a line cut short by a crash is told and is no fault. `audit.mark` beside it says where the chain begins and ends, so that what is removed at either end is missed. Who may write the file can write all of it anew: note the last hash elsewhere. What the hooks decided is in `hookline log`, not here.",
  parameters,
  hooks: (settings) =>
    (settings.events as readonly EventName[]).map((event) =>
      packHook(event, { name: event, timeout: 10, failClosed: settings.failClosed }, async (input, here) => {
        await write(event, input as unknown as JsonObject, settings, here)
        return undefined
      }),
    ),
  canaries: ({ events }) =>
    (events as readonly string[]).includes('beforeShellExecution') ? [shellCanary('allow', 'git status')] : [],
})

async function write(event: EventName, given: JsonObject, settings: Settings, { home, state, signal }: HookContext) {
  const { input, redacted } = recordable(event, given, settings.capture, sha256)
  const conversation = given.conversation_id
  const record = {
    v: 1,
    at: new Date().toISOString(),
    event,
    ...(typeof conversation === 'string' ? { conversation } : {}),
    pid: process.pid,
    input: settings.fields.length === 0 ? input : only(settings.fields, input),
    ...(redacted.length === 0 ? {} : { redacted }),
  } as const
  await append(record, { ...settings, directory: directoryOf(settings, home, state) }, signal)
}

const only = (fields: readonly string[], input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name)))

const directoryOf = ({ directory }: Settings, home: string, state: string): string =>
  directory === '' ? auditDirectory(state) : resolve(home, directory.replace(/^~\//, `${home}/`))
