/** Reports to the person once in each conversation that hooks are off for want of trust (CONTRACT §4). */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '@hookline/core'
import { type Entry, makeDirectory } from '@hookline/core/node'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { counted, quoted, untrustedRoots } from '../entry-text.ts'
import { type Io, proofSession } from '../io.ts'
import { oneLine } from '../plain.ts'

const MONTH_MS = 30 * 24 * 3600 * 1000

type Caller = Pick<Io, 'env' | 'cwd'>

export interface TrustNotice {
  /** This conversation has had no notice yet, so all entries must be read. */
  readonly isFirst: boolean
  /** The answer with the notice, where hooks are off and the agent takes it at this event. */
  addTo(stdout: JsonObject, name: EventName, entries: readonly Entry[], caller: Caller): Promise<JsonObject>
}

export function trustNotice(host: Dialect, input: JsonObject, findDirectory: () => string): TrustNotice {
  const { conversation_id: id } = input
  const notice = host.agent?.notice
  if (notice === undefined || typeof id !== 'string' || id === '' || id === proofSession) return noNotice
  // The id comes from an agent's payload, so it is never used as a path.
  const directory = findDirectory()
  const file = join(directory, createHash('sha256').update(id).digest('hex'))
  return {
    isFirst: !existsSync(file),
    async addTo(stdout, name, entries, caller) {
      const off = entries.filter(isOff)
      // An event at which the agent reads no such message leaves it to the next one.
      if (off.length > 0 && notice.at?.has(name) === false) return stdout
      if (!leaveMark(directory, file) || off.length === 0) return stdout
      const text = notice.reader === 'person' ? await textForPerson(off, caller) : textForModel(off.length)
      const message = stdout[notice.field]
      return {
        ...stdout,
        [notice.field]: typeof message === 'string' && message !== '' ? `${message}\n\n${text}` : text,
      }
    },
  }
}

const noNotice: TrustNotice = { isFirst: false, addTo: async (stdout) => stdout }

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

/** True for one call only. On a disk that takes no mark every call reports it, because a hook must not be off unseen. */
function leaveMark(directory: string, file: string): boolean {
  try {
    makeDirectory(directory)
    sweep(directory)
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
    return true
  } catch {
    return !existsSync(file)
  }
}

function sweep(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    try {
      if (Date.now() - statSync(file).mtimeMs > MONTH_MS) unlinkSync(file)
    } catch {
      // Another process has removed it.
    }
  }
}
