/** Which sandbox a hook asks for, from its entry, its file and the settings for all hooks (CONTRACT §19). */
import { trustRank } from '../agents/sources.ts'
import { type Entry, type SandboxLevel, type Settings, sandboxLevels } from '../flow.ts'
import { type Member, plain } from './jsonc.ts'
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

/** The parts of an entry that a sandbox decides. Only a process can be put into one. */
export function applySandbox(
  { type, environment }: Pick<Entry, 'type'> & { readonly environment?: Entry['environment'] | undefined },
  sandbox: Asked | undefined,
): Confined {
  const kept = environment === undefined ? {} : { environment }
  if (sandbox === undefined || !(type === 'command' || type === 'module')) return kept
  if (sandbox === 'none') return { ...kept, sandbox }
  const confined = { sandbox, environment: sandbox === 'strict' ? 'clean' : (environment ?? 'clean') } as const
  return type === 'command' ? confined : { ...confined, unrunnable: noModule }
}

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
  const asked = settings.flatMap(({ source, values }) => {
    const level = sandboxLevels.find((one) => one === values.sandboxForAll)
    return level === undefined ? [] : [{ level, rank: trustRank(source) }]
  })
  if (asked.length === 0 || entry.call !== undefined) return entry
  const own = entry.sandbox
  const rank = trustRank(entry.origin.source)
  const binding = own === 'none' ? asked.filter((one) => one.rank > rank) : asked
  const levels = binding.map(({ level }) => level)
  if (levels.length === 0) return entry
  const level = levels.reduce(stricter, own === undefined || own === 'none' ? (levels[0] as SandboxLevel) : own)
  if (level === own) return entry
  const confined = applySandbox(entry, level)
  return { ...entry, ...confined, ...(entry.unrunnable === undefined ? {} : { unrunnable: entry.unrunnable }) }
}

const stricter = (a: SandboxLevel, b: SandboxLevel): SandboxLevel => (a === b ? a : 'strict')
