import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Agent, agents } from '../agents.ts'
import { agentVersion, isAtLeast } from './agent-version.ts'
import { vanishingFindings } from './vanishing.ts'

const claude = agents.find(({ name }) => name === 'claude') as Agent

/** A PATH on which `claude` leads to this file of this text. */
function pathTo(target: string, files: Readonly<Record<string, string>> = {}): { readonly PATH: string } {
  const top = mkdtempSync(join(tmpdir(), 'hookline-vanishing-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ [target]: '#!/bin/sh\n', ...files })) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text, { mode: 0o755 })
  }
  mkdirSync(join(top, 'bin'))
  symlinkSync(join(top, target), join(top, 'bin/claude'))
  return { PATH: join(top, 'bin') }
}
const npm = (version: string) =>
  pathTo('lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe', {
    'lib/node_modules/@anthropic-ai/claude-code/package.json': JSON.stringify({
      name: '@anthropic-ai/claude-code',
      version,
    }),
  })
const native = (version: string) => pathTo(`share/claude/versions/${version}`)

describe('the version of an agent', () => {
  it('is read from the package or the path of its program', () => {
    expect(agentVersion(claude.program, npm('2.1.197'))).toBe('2.1.197')
    expect(agentVersion(claude.program, native('2.1.325'))).toBe('2.1.325')
    expect(agentVersion(claude.program, pathTo('opt/claude'))).toBeUndefined()
    expect(agentVersion(claude.program, { PATH: '/nonexistent' })).toBeUndefined()
  })

  it.each([
    ['2.1.295', '2.1.295', true],
    ['2.1.1000', '2.1.295', true],
    ['2.10.0', '2.1.295', true],
    ['2.1.99', '2.1.295', false],
    ['1.9.999', '2.1.295', false],
  ])('%s is at least %s: %s', (version, other, want) => expect(isAtLeast(version, other)).toBe(want))
})

describe('what stays open when Hookline is gone', () => {
  const call = (more: object): Entry =>
    ({
      event: 'preToolUse',
      command: 'hookline run --host claude --installed || exit 2',
      failClosed: true,
      origin: { source: 'claude-user', file: '/home/me/.claude/settings.json', line: 4 },
      ...more,
    }) as unknown as Entry
  const lines = (entry: Entry, env: { readonly PATH: string }) =>
    vanishingFindings(claude, { entries: [entry], env }).map(
      ({ state, subject, says }) => `${state} ${subject}: ${says}`,
    )

  it('is nothing with the entries of init --user, on a version that knows onFailure', () => {
    expect(lines(call({}), npm('2.1.325'))).toEqual([])
  })

  it('is a slow Hookline on an older version', () => {
    expect(lines(call({}), npm('2.1.197'))).toEqual([
      'warn Claude Code 2.1.197: continues if Hookline takes longer than the timeout of the entry; from 2.1.295 on it denies',
    ])
    expect(lines(call({}), { PATH: '' })).toEqual([
      'not-proved Claude Code: its version is unknown. Before 2.1.295 it continues if Hookline takes longer than the timeout of the entry',
    ])
  })

  it('is everything with a plain call, and with only onFailure on an older version', () => {
    const gone = /^warn Claude Code 2\.1\.\d+: continues if Hookline is killed or cannot start .* or takes longer/
    const plain = { command: 'hookline run --host claude --installed' }
    expect(lines(call({ ...plain, failClosed: undefined }), npm('2.1.325'))).toEqual([expect.stringMatching(gone)])
    expect(lines(call(plain), npm('2.1.197'))).toEqual([expect.stringMatching(gone)])
    expect(lines(call(plain), npm('2.1.325'))).toEqual([])
  })

  it('is not reported for events that cannot deny', () => {
    expect(lines(call({ event: 'stop', failClosed: undefined }), npm('2.1.197'))).toEqual([])
  })
})
