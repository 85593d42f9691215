/** Reports to the person once in each conversation that hooks are off for want of trust (CONTRACT §4). */
import type { Dialect } from '@hookline/core'
import type { Entry } from '@hookline/core/node'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { counted, quoted, untrustedRoots } from '../entry-text.ts'
import { type Io, proofSession } from '../io.ts'
import { oneLine } from '../plain.ts'
import { diskMarks } from './marks.ts'

const MONTH_MS = 30 * 24 * 3600 * 1000

type Caller = Pick<Io, 'env' | 'cwd'>

export interface NoticeFacts {
  readonly host: Dialect
  readonly name: EventName
  readonly input: JsonObject
  readonly caller: Caller
  /** The entries of all events. Undefined if they were not read for this event, and may be there. */
  readonly entries: readonly Entry[] | undefined
  readEntries(): Promise<readonly Entry[]>
  /** The directory of the marks. */
  findDirectory(): string
}

/** The answer with the notice, where hooks are off and the agent takes it at this event. */
export async function withTrustNotice(stdout: JsonObject, facts: NoticeFacts): Promise<JsonObject> {
  const { conversation_id: id } = facts.input
  const notice = facts.host.agent?.notice
  if (notice === undefined || typeof id !== 'string' || id === '' || id === proofSession) return stdout
  // An event at which the agent reads no such message leaves it to the next one.
  if (notice.at?.has(facts.name) === false) return stdout
  const known = facts.entries?.filter(isOff)
  if (known?.length === 0) return stdout
  const marks = diskMarks(facts.findDirectory, MONTH_MS)
  if (marks.has(id)) return stdout
  const off = known ?? (await facts.readEntries()).filter(isOff)
  // Where no mark can be left every call reports it, because a hook must not be off unseen.
  if ((!marks.leave(id, '') && marks.has(id)) || off.length === 0) return stdout
  const text = notice.reader === 'person' ? await textForPerson(off, facts.caller) : textForModel(off.length)
  const message = stdout[notice.field]
  return {
    ...stdout,
    [notice.field]: typeof message === 'string' && message !== '' ? `${message}\n\n${text}` : text,
  }
}

const isOff = ({ held }: Entry): boolean => held?.why === 'untrusted' || held?.why === 'changed'

async function textForPerson(off: readonly Entry[], caller: Caller): Promise<string> {
  const { findTypedCommand } = await import('../typed-command.ts')
  const roots = untrustedRoots(off).map((root) => quoted(oneLine(root)))
  const why = off.some(({ trust }) => trust === 'changed')
    ? 'they have changed since you trusted them'
    : 'you have not trusted this workspace'
  const commands = roots.map((root) => `${findTypedCommand(caller)} trust add ${root}`).join(' and ')
  return `Hookline: ${counted(off.length, 'hook of this workspace is', 'hooks of this workspace are')} off, because ${why}. To see them: ${commands}`
}

/** Nothing but the number: no text of the workspace reaches the model. */
const textForModel = (count: number): string =>
  `Hookline: ${counted(count, 'hook of this workspace is', 'hooks of this workspace are')} off, because the user has not trusted them. Report this to the user.`
