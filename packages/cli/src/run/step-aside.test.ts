import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import type { Entry, SourceName } from '@hookline/core/node'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removeDirectory } from '../testing/remove.ts'
import { type CallLevel, stepsAside } from './step-aside.ts'

/** One entry that calls Hookline, in one of the files that agents read. */
interface Written {
  readonly source: SourceName
  readonly dialect: 'cursor' | 'claude'
  readonly flag: CallLevel | undefined
  readonly trust: 'own' | 'trusted' | 'untrusted'
  readonly matcher?: string | undefined
  /** The agent drops the file. */
  readonly isBroken: boolean
}
/** Claude Code sets it for hooks, because the user's settings say so. */
const marked = { CALLS_HOOKLINE: 'user' }
const hostOf = (name: string): Dialect => {
  const found = dialects[name]
  if (found === undefined) throw new Error(name)
  return found
}
function toEntry({ source, dialect, flag, trust, matcher }: Written, file: string): Entry {
  const command = `hookline run --host ${dialect} --installed${flag === undefined ? '' : ` --from ${flag}`}`
  const base = { event: 'preToolUse', dialect, command, trust, text: JSON.stringify({ command }) }
  const origin = { source, own: false, file }
  // Only what the rule reads.
  return { ...base, origin, ...(matcher === undefined ? {} : { matcher }) } as unknown as Entry
}

const files: readonly (readonly [SourceName, 'cursor' | 'claude'])[] = [
  ['user', 'cursor'],
  ['project', 'cursor'],
  ['claude-user', 'claude'],
  ['claude-project', 'claude'],
  ['claude-local', 'claude'],
]
const isUser = (source: SourceName) => source === 'user' || source === 'claude-user'
const written = fc.tuple(
  ...files.map(([source, dialect]) =>
    fc.option(
      fc.record({
        source: fc.constant(source),
        dialect: fc.constant(dialect),
        flag: fc.constantFrom<CallLevel | undefined>('user', 'project', undefined),
        trust: isUser(source) ? fc.constant('own' as const) : fc.constantFrom('trusted' as const, 'untrusted' as const),
        matcher: fc.constantFrom(undefined, undefined, '', 'Write'),
        isBroken: fc.boolean(),
      }),
    ),
  ),
)

/** A file that agents read, and one with a comment, which they drop. */
function settingsFiles(): readonly [fine: string, broken: string] {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-aside-'))
  onTestFinished(() => removeDirectory(directory))
  const [fine, broken] = [join(directory, 'fine.json'), join(directory, 'broken.json')]
  writeFileSync(fine, '{}')
  writeFileSync(broken, '{} // why')
  return [fine, broken]
}

describe('of the calls that an agent makes for one event', () => {
  it('at least one answers, whatever the settings are', () => {
    const [fine, broken] = settingsFiles()
    fc.assert(
      fc.property(written, fc.constantFrom('cursor', 'claude'), fc.boolean(), (all, name, isMarked) => {
        const sender = hostOf(name)
        const entries = all.flatMap((one) =>
          one === null ? [] : [{ ...one, entry: toEntry(one, one.isBroken ? broken : fine) }],
        )
        // The agent calls what it reads, and only some actions where an entry has a matcher.
        const isCalled = ({ entry, matcher, isBroken }: (typeof entries)[number]) =>
          sender.owns.includes(entry.origin.source) && !isBroken && matcher !== 'Write'
        const made = entries.filter(isCalled)
        const answers = made.filter(
          ({ dialect, flag }) =>
            !stepsAside(
              'preToolUse',
              {
                caller: hostOf(dialect),
                sender,
                env: isMarked ? marked : {},
                ...(flag === undefined ? {} : { from: flag }),
              },
              { entries: entries.map(({ entry }) => entry) },
            ),
        )
        if (made.length > 0) expect(answers.length).toBeGreaterThan(0)
        // As `connect` writes them, exactly one answers.
        const isAsWritten = entries.every(
          ({ source, flag, isBroken, matcher, trust }) =>
            flag === (isUser(source) ? 'user' : 'project') && !isBroken && matcher !== 'Write' && trust !== 'untrusted',
        )
        const own = made.filter(({ dialect, source }) => dialect === name && isUser(source))
        if (isAsWritten && isMarked && own.length > 0) expect(answers).toEqual(own)
      }),
      { numRuns: 3000 },
    )
  })

  it('that of the project steps aside only for a call that the agent certainly makes', () => {
    const project: Written = {
      source: 'claude-project',
      dialect: 'claude',
      flag: 'project',
      trust: 'trusted',
      isBroken: false,
    }
    const user: Written = { source: 'claude-user', dialect: 'claude', flag: 'user', trust: 'own', isBroken: false }
    const claude = hostOf('claude')
    const [fine, settings] = settingsFiles()
    writeFileSync(settings, '{}')
    const aside = (one: Written, file: string, env: object = marked) =>
      stepsAside(
        'preToolUse',
        { caller: claude, sender: claude, from: 'project', env: { ...env } },
        { entries: [toEntry(one, file), toEntry(project, fine)] },
      )
    expect(aside(user, settings)).toBe(true)
    expect(aside(user, settings, { ...marked, CLAUDE_CONFIG_DIR: '/elsewhere' })).toBe(false)
    expect(aside(user, settings, {})).toBe(false)
    expect(aside({ ...user, flag: undefined }, settings)).toBe(false)
    expect(aside({ ...user, matcher: 'Bash' }, settings)).toBe(false)
    for (const text of ['{} // comment', '{ "model": 1 }', '', '[]']) {
      writeFileSync(settings, text)
      expect(aside(user, settings)).toBe(false)
    }
  })
})
