import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { whySkipped } from './review.ts'
import { readToml } from './toml.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const file = '/home/me/.codex/hooks.json'
const entry = { type: 'command', command: './guard.sh' }
const hook = { files: [file], event: 'PreToolUse', group: 0, at: 0, matcher: 'Bash', entry }
/** The hash that `hooks/list` of 0.166.0 reports for this hook. */
const hash = 'sha256:9895404babd7fa6a0b3e60f261e5e10c668cfc5c268d6a39a2c23b5b0fe94219'
const trusted = `model = "x"\n\n[hooks.state."${file}:pre_tool_use:0:0"]\ntrusted_hash = "${hash}"\n`
const why = (record: string, more: object = {}) => whySkipped({ ...hook, ...more }, record, digest)

describe('whether Codex runs a hook', () => {
  it('it runs one whose hash is recorded', () => {
    expect(why(trusted)).toBeUndefined()
    expect(why(trusted, { files: ['/link/hooks.json', file] })).toBeUndefined()
    expect(why(trusted, { entry: { ...entry, timeout: 600 } })).toBeUndefined()
  })
  it.each([
    ['nothing is recorded', '', {}],
    ['the command changed', trusted, { entry: { ...entry, command: './other.sh' } }],
    ['the matcher changed', trusted, { matcher: 'Write' }],
    ['the timeout changed', trusted, { entry: { ...entry, timeout: 5 } }],
    ['the hook moved', trusted, { group: 1 }],
    ['it is in another file', trusted, { files: ['/work/.codex/hooks.json'] }],
    ['the record is damaged', '[hooks.state."', {}],
  ])('it skips one if %s', (_name, record, more) => {
    expect(why(record, more)).toMatch(/not been reviewed/)
  })
  it('it skips one that is switched off, and all hooks where they are off', () => {
    expect(why(`${trusted}enabled = false\n`)).toMatch(/switched off/)
    expect(why(`${trusted}\n[features]\nhooks = false\n`)).toMatch(/switches hooks off/)
    expect(why(`features.hooks = false\n${trusted}`)).toMatch(/switches hooks off/)
  })
  it('it skips the hooks of a project that is marked as untrusted', () => {
    const own = `${trusted.replace(file, '/work/.codex/hooks.json')}[projects."/work"]\ntrust_level = `
    const files = ['/work/.codex/hooks.json']
    expect(why(`${own}"untrusted"\n`, { files })).toMatch(/untrusted/)
    expect(why(`${own}"trusted"\n`, { files })).toBeUndefined()
  })
})

describe('reading TOML', () => {
  it.each([
    ['a."b.c".d = "x" # note', { 'a/b.c/d': 'x' }],
    ["[a.'b\\c']\nd = true\r\ne = false", { 'a/b\\c/d': true, 'a/b\\c/e': false }],
    ['[a]\n"b" = { c = "x, y", d = { e = true } }', { 'a/b/c': 'x, y', 'a/b/d/e': true }],
    ['a = "\\u0041\\"b"\nn = 1\nl = ["x"]', { a: 'A"b' }],
    ['[[a]]\nb = "x"\n[c]\nd = "y"', { '[[/b': 'x', 'c/d': 'y' }],
  ])('%j', (text, wanted) => {
    const values = [...readToml(text)].map(([path, value]) => [(JSON.parse(path) as string[]).join('/'), value])
    expect(Object.fromEntries(values)).toEqual(wanted)
  })
})
