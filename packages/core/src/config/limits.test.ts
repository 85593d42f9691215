import { describe, expect, it, test } from 'vitest'
import { claude } from '../agents/claude/agent.ts'
import { editions } from '../editions.ts'
import { readerFor } from '../sources/agent-files.ts'
import { checkCommand, checkCommands } from './check-command.ts'
import { applyTrustState } from './files/trust-content.ts'
import { readHooks } from './read-hooks.ts'
import type { ReadOptions, SourceInfo } from './reader.ts'

const info: SourceInfo = { source: 'project', own: true, file: '/w/f', root: '/w', cwd: '/w', trust: 'untrusted' }
const mine: SourceInfo = { source: 'user', own: true, file: '/h/f', cwd: '/h', trust: 'own' }

/** Reads a file, and counts the entries whose text was hashed: each entry that is read is hashed once. */
function read(value: object, from: SourceInfo = info, how = readHooks) {
  let hashed = 0
  const hash = () => {
    hashed += 1
    return '00000000'
  }
  const reading: ReadOptions = { edition: editions.hookline, hash, system: 'linux' }
  const loaded = how(JSON.stringify(value), from, reading)
  return { loaded, hashed, codes: loaded.problems.map(({ code }) => code), reading }
}
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const command = { command: 'x' }
const shell = (entries: unknown) => ({ version: 1, hooks: { beforeShellExecution: entries } })
const keys = (count: number) => Object.fromEntries(many(count, (at) => [`k${at}`, 1]))

describe('a hook file of a workspace', () => {
  const over: readonly (readonly [string, object, RegExp])[] = [
    ['hooks in one list', shell(many(1001, () => command)), /1001 items in one list/],
    [
      'hooks in several lists',
      { version: 1, hooks: { beforeShellExecution: many(600, () => command), stop: many(600, () => command) } },
      /1200 hooks/,
    ],
    ['arguments', shell([{ command: 'x', args: many(1001, String) }]), /1001 items in one list/],
    ['conditions', shell([{ type: 'rule', rule: { when: { any: many(1001, () => ({})) } } }]), /1001 items/],
    ['keys', shell([keys(1001)]), /1001 keys in one object/],
    ['items of a list without a meaning', { ...shell([command]), x: many(1001, String) }, /1001 items/],
    ['parameters of packs', { ...shell([command]), packs: { a: { deny: many(100_000, String) } } }, /100000 items/],
    ['packs', { ...shell([command]), packs: keys(40_000) }, /40000 keys/],
    ['values', shell(many(31, () => keys(1000))), /more than 30000 values/],
    ['events', { version: 1, hooks: { beforeShellExecution: [], ...keys(10_000) } }, /10001 keys/],
  ]
  for (const [what, file, message] of over)
    it(`closes its gate and reads no hook if it has too many ${what}`, () => {
      const { loaded, hashed, codes } = read(file)
      expect(codes).toEqual(['over-limit'])
      expect(loaded.problems[0]?.message).toMatch(message)
      expect(loaded.entries.map(({ event }) => event)).toEqual(['beforeShellExecution'])
      expect(loaded.entries[0]?.broken?.message).toMatch(message)
      expect(hashed).toBe(1)
      for (const state of ['untrusted', 'changed', 'trusted'] as const)
        expect(applyTrustState(loaded, state).entries[0]).toMatchObject({ trust: state, broken: {} })
      expect(applyTrustState(loaded, 'untrusted').entries[0]?.held).toBeUndefined()
    })

  it('is read whole if it has a thousand rules', () => {
    const any = many(5, (at) => ({ field: 'command', regex: `x${at}` }))
    const rule = { when: { any }, verdict: 'deny' }
    const { loaded, codes } = read(shell(many(1000, () => ({ type: 'rule', rule }))))
    expect([loaded.entries.length, codes]).toEqual([1000, []])
  })

  it('is read whole up to its limits', () => {
    const { loaded, hashed, codes } = read(shell(many(1000, () => command)))
    expect([loaded.entries.length, hashed, codes]).toEqual([1000, 1000, []])
  })

  it('is limited in an agent\u2019s format too, where only its hooks count', () => {
    const groups = { PreToolUse: many(501, () => ({ hooks: [command, command] })) }
    const from: SourceInfo = { ...info, source: 'claude-project', own: false }
    const { loaded, codes } = read({ hooks: groups }, from, readerFor(claude))
    expect(codes).toEqual(['over-limit'])
    expect(loaded.entries.map(({ event, broken }) => [event, broken !== undefined])).toEqual([['preToolUse', true]])
    const others = { permissions: { allow: many(2000, String) }, hooks: { PreToolUse: [{ hooks: [command] }] } }
    expect(read(others, from, readerFor(claude)).codes).toEqual([])
  })

  it('has these limits only if it needs trust', () => {
    expect(read(shell(many(1001, () => command)), mine).loaded.entries).toHaveLength(1001)
  })
})

describe('the text of a command', () => {
  const dangerous = shell([{ command: 'bash' }])

  it('is not read while the workspace is not trusted', () => {
    const [entry] = applyTrustState(read(dangerous).loaded, 'untrusted').entries
    expect(entry).toMatchObject({ held: { why: 'untrusted' }, unchecked: { line: 1, column: 58 } })
    expect(entry?.unrunnable).toBeUndefined()
  })

  it('is checked once when the workspace may be trusted', () => {
    const { loaded, reading } = read(dangerous)
    const checked = checkCommands(loaded, reading)
    expect(checked.entries[0]).toMatchObject({ unrunnable: { code: 'payload-as-code' } })
    expect(checked.entries[0]?.unchecked).toBeUndefined()
    expect(checked.problems).toMatchObject([{ code: 'payload-as-code', file: '/w/f', line: 1, column: 58 }])
    expect(checkCommands(loaded, reading)).toBe(checked)
    expect(checkCommands(checked, reading)).toBe(checked)
  })

  it('makes an entry unusable if it names too many files', () => {
    const { loaded, reading } = read(shell([{ command: 'x '.repeat(70_000) }]))
    expect(checkCommands(loaded, reading).entries[0]).toMatchObject({ held: { why: 'invalid' } })
  })

  test('of the user is checked while the file is read', () => {
    const { loaded, reading, codes } = read(dangerous, mine)
    expect(codes).toEqual(['payload-as-code'])
    expect(loaded.entries.map((entry) => checkCommand(entry, reading).problems)).toEqual([[]])
  })
})
