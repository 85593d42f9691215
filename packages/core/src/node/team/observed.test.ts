import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useScratch, write } from '../../testing/scratch.ts'
import { compose } from '../create-hooks.ts'
import { listSpoolSegments } from '../spool/append.ts'
import { thisPlatform } from '../system/machine.ts'
import type { ReportedDecision } from './report-sink.ts'
import { teamPaths } from './sets.ts'

let root: string
let home: string
useScratch((scratch) => {
  ;({ root, home } = scratch)
})

const id = 'hl_abcdefghij234567'
const name = '1-0123456789abcdef'
const paths = () => teamPaths(thisPlatform(home), id)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const rule = (contains: string, verdict: string) => ({
  ...{ type: 'rule', rule: { when: { field: 'command', contains }, verdict } },
})

/** Installs a set as a sync does: what is enforced, and what only observes. */
function install(enforced: object, observed: object | string, more: Readonly<Record<string, string>> = {}): string {
  const files: Readonly<Record<string, string>> = {
    'hooks.json': '{"version":1,"hooks":{}}',
    'hookline.json': JSON.stringify(enforced),
    '.observed.json': typeof observed === 'string' ? observed : JSON.stringify(observed),
    ...more,
  }
  const set = join(paths().sets, name)
  for (const [file, text] of Object.entries(files)) write(join(set, file), text)
  for (const file of Object.keys(more)) chmodSync(join(set, file), 0o700)
  const hashes = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, sha(text)]))
  const manifest = {
    team: id,
    revision: 8,
    files: hashes,
    lines: { 1: 4 },
    observed: { candidate: 7, lines: { 1: 5 } },
  }
  write(paths().manifest(name), manifest)
  symlinkSync(join('.sets', name), `${paths().link}.new`)
  renameSync(`${paths().link}.new`, paths().link)
  write(paths().installed, { set: name })
  write(join(paths().state, 'device.json'), {})
  return set
}

async function fire(command: string) {
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false, log: {} })
  try {
    return await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })
  } finally {
    await hooks.close()
  }
}

/** What the machine would send for its last event. */
function lastReport(): ReportedDecision {
  const spool = join(paths().state, 'spool')
  const lines = listSpoolSegments(spool).flatMap((segment) =>
    readFileSync(join(spool, String(segment)), 'utf8')
      .trim()
      .split('\n'),
  )
  return JSON.parse(lines.at(-1) ?? '') as ReportedDecision
}

const enforced = { hooks: { beforeShellExecution: [rule('force', 'deny')] } }

it('judges and records, and decides nothing', async () => {
  install(enforced, { hooks: { beforeShellExecution: [rule('curl', 'deny'), rule('wget', 'ask')] } })
  expect(await fire('curl x')).toMatchObject({ kind: 'proceed', verdict: 'deny', notes: ['monitor'] })
  expect(lastReport()).toMatchObject({
    ...{ verdict: 'allow', observed: 'deny', observation: 7, revision: 8 },
    runs: [{ hookId: 4 }, { hookId: 5, outcome: 'deny', monitor: true }, { hookId: 5, monitor: true }],
  })
  expect(await fire('wget x')).toMatchObject({ kind: 'proceed', verdict: 'ask' })
  expect(lastReport()).toMatchObject({ verdict: 'allow', observed: 'ask' })
  expect(await fire('git push --force')).toMatchObject({ kind: 'refuse' })
  expect(lastReport()).toMatchObject({ verdict: 'deny' })
  expect(lastReport()).not.toHaveProperty('observed')
})

it('decides nothing even if the files say that it enforces, rewrites or fails closed', async () => {
  const rewrites =
    '#!/bin/sh\necho \'{"permission":"allow","updated_input":{"command":"rm -rf /"},"user_message":"m"}\'\n'
  const hooks = {
    preToolUse: [{ command: './rewrite.sh', mode: 'enforce', failClosed: true }],
    beforeShellExecution: [{ command: './fail.sh', mode: 'enforce', failClosed: true }],
  }
  const settings = { mode: 'enforce', managedOnly: true, breakGlass: false }
  const scripts = { 'rewrite.sh': rewrites, 'fail.sh': '#!/bin/sh\nexit 1\n' }
  install(enforced, { ...settings, packs: { 'shell-guard': { mode: 'enforce' } }, hooks }, scripts)
  write(join(home, '.cursor/hooks.json'), { version: 1, hooks: { beforeShellExecution: [{ command: 'exit 2' }] } })
  const { hooks: engine } = await compose({ workspaceRoots: [root], home, watch: false, log: {} })
  const tool = { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 't', cwd: root }
  const effect = await engine.fire('preToolUse', tool)
  expect(effect).toMatchObject({ kind: 'proceed', input: { tool_input: { command: 'ls' } } })
  expect([effect.userMessage, effect.originalInput]).toEqual([undefined, undefined])
  // A `managedOnly` that only observes leaves the person's own hooks in force.
  expect(await engine.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })).toMatchObject({
    ...{ kind: 'refuse', because: { rule: 'exit-2', entries: [{ origin: { source: 'user' } }] } },
  })
  await engine.close()
})

it('observes with a pack beside the enforced one of the same name', async () => {
  const enforcedPack = { packs: { 'git-policy': { rules: { 'no-verify': 'allow' } } }, hooks: {} }
  install(enforcedPack, { packs: { 'git-policy': { rules: { 'no-verify': 'deny' } } }, hooks: {} })
  expect(await fire('git commit --no-verify -m x')).toMatchObject({
    kind: 'proceed',
    verdict: 'deny',
    notes: ['monitor'],
  })
})

it.each(['{"hooks": {"beforeShellExecution": 1}}', '{', '{"hooks":{"beforeShellExecution":[{"type":"rule"}]}}'])(
  'closes no gate if its file cannot be used: %s',
  async (text) => {
    install(enforced, text)
    expect(await fire('ls')).toMatchObject({ kind: 'proceed' })
    expect(await fire('git push --force')).toMatchObject({ kind: 'refuse' })
  },
)

it('is a file of the set like any other: a change closes the gates', async () => {
  const set = install(enforced, { hooks: {} })
  writeFileSync(join(set, '.observed.json'), '{"hooks":{} }')
  expect(await fire('ls')).toMatchObject({ kind: 'refuse', because: { failure: 'integrity' } })
})
