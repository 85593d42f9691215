/** Which sandbox a hook asks for, from its entry, its file and the settings for all hooks (CONTRACT §19). */
import { type Entry, type SandboxLevel, type Settings, sandboxLevels } from '../flow.ts'
import { type Member, plain } from './jsonc.ts'
import { isStronger, reaches } from './reach.ts'
import { describeNode } from './read-values.ts'
import type { Reader } from './reader.ts'

type Asked = SandboxLevel | 'none'

export function readSandbox(member: Member | undefined, reader: Reader): Asked | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  if (value === 'none') return value
  const known = sandboxLevels.find((one) => one === value)
  if (known !== undefined) return known
  reader.report(
    'wrong-type',
    member.value.at,
    `\`sandbox\` is ${describeNode(member.value)}; "strict" is used`,
    `Write ${sandboxLevels.map((level) => `"${level}"`).join(', ')} or "none".`,
  )
  return 'strict'
}

type Confined = Pick<Entry, 'sandbox' | 'environment' | 'unrunnable'>

interface Confinable {
  readonly type: Entry['type']
  readonly environment?: Entry['environment'] | undefined
  readonly verify?: Entry['verify'] | undefined
}

/** The parts of an entry that a sandbox decides. Only a process can be put into one. */
export function applySandbox(entry: Confinable, sandbox: Asked | undefined): Confined {
  const { type, environment } = entry
  const kept = environment === undefined ? {} : { environment }
  if (sandbox === undefined || !(startsOwnProcess(entry) || type === 'module')) return kept
  if (sandbox === 'none') return { ...kept, sandbox }
  const confined = { sandbox, environment: sandbox === 'strict' ? 'clean' : (environment ?? 'clean') } as const
  return type === 'module' ? { ...confined, unrunnable: noModule } : confined
}

/** Whether a process of the entry's author is started: a command hook, or a command that a model may run. */
export const startsOwnProcess = ({ type, verify }: Pick<Confinable, 'type' | 'verify'>): boolean =>
  type === 'command' || (type === 'prompt' && verify !== undefined && verify.commands.length > 0)

const noModule = {
  code: 'sandbox',
  message: 'a module hook cannot run in a sandbox; write a command hook that starts the file with node',
} as const

/** Reports a sandbox of an entry that has no effect, or that keeps its hook from running. */
export function reportSandbox(
  member: Member | undefined,
  type: Entry['type'] | undefined,
  { sandbox, unrunnable }: Confined,
  { report }: Reader,
): void {
  if (unrunnable !== undefined && member !== undefined)
    report('sandbox-unavailable', member.keyAt, unrunnable.message, 'Write a command hook, or remove `sandbox`.')
  else if (member !== undefined && sandbox === undefined && type !== undefined)
    report(
      'sandbox-ignored',
      member.keyAt,
      `a hook of type "${type}" starts no process, so \`sandbox\` has no effect`,
      'Remove `sandbox`.',
    )
}

/** Applies `sandboxForAll`. A source that is trusted as much can exempt its own hooks. */
export function withSandboxForAll(entry: Entry, settings: readonly Settings[]): Entry {
  if (entry.call !== undefined) return entry
  const asked = settings.flatMap((one) => {
    const level = sandboxLevels.find((known) => known === one.values.sandboxForAll)
    const isBinding = level !== undefined && reaches(one, entry.origin, 'confines')
    return isBinding ? [{ level, isImposed: isStronger(one, entry.origin) }] : []
  })
  const imposed = strictest(asked.filter(({ isImposed }) => isImposed).map(({ level }) => level))
  if (entry.type === 'http') return closeRequests(entry, imposed)
  const own = entry.sandbox
  const wanted = own === 'none' ? imposed : strictest(asked.map(({ level }) => level))
  if (wanted === undefined) return entry
  const level = own === undefined || own === 'none' ? wanted : stricter(own, wanted)
  return level === own && imposed === undefined ? entry : confine(entry, level, imposed !== undefined)
}

/** An entry that another source puts into a sandbox does not choose which variables it gets there. */
function confine(entry: Entry, level: SandboxLevel, isImposed: boolean): Entry {
  const confined = applySandbox(isImposed ? { type: entry.type, verify: entry.verify } : entry, level)
  if (confined.sandbox === undefined) return entry
  const { env, ...rest } = entry
  return {
    ...rest,
    ...(env === undefined || isImposed ? {} : { env }),
    ...confined,
    ...(entry.unrunnable === undefined ? {} : { unrunnable: entry.unrunnable }),
  }
}

/** An HTTP hook starts no process, but it sends the event: a sandbox without network must not let it. */
const closeRequests = (entry: Entry, imposed: SandboxLevel | undefined): Entry =>
  imposed === undefined || imposed === 'read-only' || entry.unrunnable !== undefined
    ? entry
    : { ...entry, unrunnable: { code: 'sandbox', message: `"sandboxForAll": "${imposed}" forbids HTTP hooks` } }

const stricter = (a: SandboxLevel, b: SandboxLevel): SandboxLevel => (a === b ? a : 'strict')
const strictest = ([first, ...others]: readonly SandboxLevel[]): SandboxLevel | undefined =>
  first === undefined ? undefined : others.reduce(stricter, first)
