/** Reports to the person once in each conversation that hooks are off: not trusted, or in a file that cannot be used (CONTRACT §4). */
import type { Dialect } from '@hookline/core'
import type { Entry, Problem } from '@hookline/core/node'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { unusableFiles } from '../connect/unusable-files.ts'
import { type Io, proofSession } from '../io.ts'
import { counted, quoted, untrustedRoots } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { diskMarks } from './marks.ts'

const MONTH_MS = 30 * 24 * 3600 * 1000

type Caller = Pick<Io, 'env' | 'cwd'>

/** The entries of all events, and the problems of their files. */
export interface Configured {
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
}

/** What does not run although it is configured, and refuses nothing either. */
interface Off {
  readonly hooks: readonly Entry[]
  readonly files: readonly string[]
}

export interface NoticeFacts {
  readonly host: Dialect
  readonly name: EventName
  readonly input: JsonObject
  readonly caller: Caller
  /** Undefined if the files were not read for this event, and may have hooks. */
  readonly configured: Configured | undefined
  readAll(): Promise<Configured>
  /** The agent reads these files itself, and reports them in its own way. */
  isHostOwned(problem: Problem): boolean
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
  const known = facts.configured === undefined ? undefined : findOff(facts.configured, facts)
  if (known !== undefined && isNothing(known)) return stdout
  const marks = diskMarks(facts.findDirectory, MONTH_MS)
  if (marks.has(id)) return stdout
  const off = known ?? findOff(await facts.readAll(), facts)
  // Where no mark can be left every call reports it, because a hook must not be off unseen.
  if ((!marks.leave(id, '') && marks.has(id)) || isNothing(off)) return stdout
  const text = notice.reader === 'person' ? await textForPerson(off, facts.caller) : textForModel(off)
  const message = stdout[notice.field]
  return {
    ...stdout,
    [notice.field]: typeof message === 'string' && message !== '' ? `${message}\n\n${text}` : text,
  }
}

/** A file that cannot be used and closes its gates is visible by that. */
function findOff({ entries, problems }: Configured, { isHostOwned }: NoticeFacts): Off {
  const files = unusableFiles(problems)
    .filter((one) => !isHostOwned(one) && !entries.some(({ broken, origin }) => broken && origin.file === one.file))
    .map(({ file }) => file)
  return { hooks: entries.filter(isOff), files }
}

const isOff = ({ held }: Entry): boolean => held?.why === 'untrusted' || held?.why === 'changed'

const isNothing = ({ hooks, files }: Off): boolean => hooks.length + files.length === 0

async function textForPerson({ hooks, files }: Off, caller: Caller): Promise<string> {
  const { findTypedCommand } = await import('../typed-command.ts')
  const typed = findTypedCommand(caller)
  const unread = files.map((file) => {
    const path = quoted(oneLine(file))
    return `Hookline: no hook of ${path} runs, because the file cannot be used. To see why: ${typed} check ${path}`
  })
  return [...(hooks.length === 0 ? [] : [untrustedText(hooks, typed)]), ...unread].join('\n')
}

function untrustedText(off: readonly Entry[], typed: string): string {
  const roots = untrustedRoots(off).map((root) => quoted(oneLine(root)))
  const why = off.some(({ trust }) => trust === 'changed')
    ? 'they have changed since you trusted them'
    : 'you have not trusted this workspace'
  const commands = roots.map((root) => `${typed} trust add ${root}`).join(' and ')
  return `Hookline: ${counted(off.length, 'hook of this workspace is', 'hooks of this workspace are')} off, because ${why}. To see them: ${commands}`
}

/** Nothing but numbers: no text of the workspace reaches the model. */
const textForModel = ({ hooks, files }: Off): string =>
  [
    ...(hooks.length === 0
      ? []
      : [
          `${counted(hooks.length, 'hook of this workspace is', 'hooks of this workspace are')} off, because the user has not trusted them.`,
        ]),
    ...(files.length === 0
      ? []
      : [
          `No hook of ${counted(files.length, 'hook file')} runs, because the ${files.length === 1 ? 'file' : 'files'} cannot be used.`,
        ]),
  ]
    .map((sentence) => `Hookline: ${sentence}`)
    .concat('Report this to the user.')
    .join(' ')
