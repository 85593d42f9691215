import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { statusText } from '../status/text.ts'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { styleFor } from '../text/style.ts'

/** A machine on which Claude Code was used, and a workspace with a trusted pack. */
function machine(): Sandbox {
  const scratch = sandbox()
  mkdirSync(join(scratch.home, '.claude'))
  writeFileSync(join(scratch.home, '.claude.json'), '{}')
  scratch.hookline(['add', 'shell-guard', '--yes'])
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
const status = ({ hookline }: Sandbox) => {
  const { code, stdout } = hookline(['status', '--json'])
  return { code, ...JSON.parse(stdout) }
}

it('says that hooks cannot fire while no agent is connected, and how to change it', () => {
  const scratch = machine()
  const found = status(scratch)
  expect(found).toMatchObject({ code: 1, ok: false })
  expect(found.agents).toContainEqual(
    expect.objectContaining({ name: 'claude', state: 'not connected', lastEvent: null }),
  )
  expect(found.cannotFire[0]).toMatchObject({ why: 'not connected: no agent calls Hookline', next: 'hookline connect' })
  const { stdout } = scratch.hookline(['status'])
  expect(stdout).toMatch(/✗ Claude Code +not connected/)
  expect(stdout).toContain('→ hookline connect claude')
  for (const [command, ...args] of [['list'], ['check'], ['explain', 'beforeShellExecution']] as const)
    expect(scratch.hookline([command ?? '', ...args]).stderr).toContain('not connected: no agent calls Hookline')
})

it('shows since when an agent is connected and the last event seen from it', () => {
  const scratch = machine()
  expect(scratch.hookline(['connect', '--yes']).code).toBe(0)
  const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } }
  const payload = JSON.stringify({ ...call, cwd: scratch.root })
  scratch.hookline(['run', '--host', 'claude', '--installed', '--from', 'user'], { stdin: payload })
  const found = status(scratch)
  expect(found).toMatchObject({ code: 0, ok: true, cannotFire: [] })
  const claude = found.agents.find(({ name }: { name: string }) => name === 'claude')
  expect(claude).toMatchObject({ state: 'connected', missed: 0, files: [{ level: 'user', events: 10 }] })
  expect(claude.files[0].since).toMatch(/^\d{4}-/)
  expect(claude.lastEvent.event).toMatch(/Shell|Tool/)
  expect(scratch.hookline(['status']).stdout).toMatch(/last event \d\d:\d\d/)
})

it('names every reason: not trusted, disabled, an event that no agent reports, hooks switched off', () => {
  const scratch = machine()
  scratch.hookline(['connect', 'claude', '--yes'])
  expect(scratch.hookline(['disable', 'shell-guard/commands']).code).toBe(0)
  const disabled = status(scratch)
  expect(disabled.code).toBe(1)
  expect(disabled.cannotFire[0]).toMatchObject({
    why: expect.stringMatching(/^disabled: [^;]*$/),
    next: expect.stringMatching(/^hookline enable [\w/-]+$/),
  })
  scratch.hookline(['enable', 'shell-guard/commands'])
  scratch.write('.hookline/hookline.json', { hooks: { beforeTabFileRead: [{ command: 'true' }] } })
  expect(status(scratch).cannotFire).toContainEqual(
    expect.objectContaining({ event: 'beforeTabFileRead', next: expect.stringContaining('hookline trust add') }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  expect(status(scratch).cannotFire).toContainEqual(
    expect.objectContaining({ why: 'not connected: Claude Code never reports beforeTabFileRead' }),
  )
  const file = join(scratch.home, '.claude/settings.json')
  writeFileSync(file, JSON.stringify({ disableAllHooks: true }))
  scratch.hookline(['connect', 'claude', '--yes'])
  expect(status(scratch).agents).toContainEqual(expect.objectContaining({ name: 'claude', state: 'blocked' }))
})

it('exits with 0 if nothing is configured', () => {
  const scratch = sandbox()
  expect(scratch.hookline(['status']).code).toBe(0)
})

it('a hook that an agent runs from its own file needs no connection', () => {
  const scratch = sandbox()
  mkdirSync(join(scratch.home, '.cursor/extensions'), { recursive: true })
  scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  expect(status(scratch)).toMatchObject({ code: 0, cannotFire: [] })
})

it('says that only managed hooks run, and how many others are off', () => {
  const notAdmitted = { hooks: 2, why: '"managedOnly": true in /etc/hookline/hookline.json' }
  const status = {
    root: '/w',
    roots: [],
    agents: [],
    hooks: 0,
    idle: [],
    elsewhere: [],
    closed: [],
    files: [],
    checkedCopies: 0,
    ok: true,
    notAdmitted,
  }
  const text = statusText(status, { style: styleFor(process.stdout, { NO_COLOR: '1' }), cwd: '/w', now: new Date() })
  expect(text).toContain(
    'Only hooks of your organisation and its teams run here ("managedOnly": true in /etc/hookline/hookline.json): 2 other hooks off.',
  )
})

/** The same without a directory of Cursor, after `init`. */
function withClaudeAlone(): Sandbox {
  const scratch = machine()
  rmSync(join(scratch.root, '.cursor'), { recursive: true })
  scratch.hookline(['init', '--yes'])
  return scratch
}

it('a part of a pack for completions is one quiet line where no agent has them', () => {
  const scratch = withClaudeAlone()
  const found = status(scratch)
  expect(found).toMatchObject({ code: 0, ok: true, cannotFire: [] })
  expect(found.elsewhere).toEqual([
    expect.objectContaining({ label: 'protect-files/tab-reads', event: 'beforeTabFileRead' }),
  ])
  expect(scratch.hookline(['status']).stdout).toMatch(
    /^All \d+ hooks of .* can fire\.\n1 more hook is only for completions \(Tab\), not available in Claude Code: protect-files\/tab-reads\n/m,
  )
  expect(JSON.parse(scratch.hookline(['list', '--json']).stdout).notConnected).toEqual([])
  expect(scratch.hookline(['list']).stderr).toMatch(/^1 hook is only for completions \(Tab\), [^.]*\.$/m)
})

it('a part of a pack for completions counts where an agent on this machine has them', () => {
  const scratch = withClaudeAlone()
  mkdirSync(join(scratch.home, '.cursor/extensions'), { recursive: true })
  expect(status(scratch)).toMatchObject({ code: 1, elsewhere: [] })
  scratch.hookline(['connect', 'cursor', '--yes'])
  expect(status(scratch)).toMatchObject({ code: 0, elsewhere: [], cannotFire: [] })
})

it.each([
  ['too large', `{"version":1,"hooks":{"stop":[{"command":"${'x'.repeat(1024 * 1024)}"}]}}`, /it has \d+ bytes/],
  ['not JSON', '{"version":1,"hooks":', /Line 1/],
  ['not UTF-8', Buffer.from('\ufeff{"version":1}', 'utf16le'), /it contains NUL bytes/],
])('a hook file of a workspace that was never trusted is reported if it is %s', (_, text, message) => {
  const scratch = sandbox()
  mkdirSync(join(scratch.root, '.hookline'))
  writeFileSync(join(scratch.root, '.hookline/hookline.json'), text)
  const found = status(scratch)
  expect(found).toMatchObject({ code: 1, ok: false })
  expect(found.unusableFiles).toEqual([
    { says: expect.stringMatching(message), next: expect.stringMatching(/^hookline check .*hookline\.json$/) },
  ])
  const { stdout } = scratch.hookline(['status'])
  expect(stdout).toMatch(/✗ nothing guards here: no hook of .*hookline\.json runs\./)
  expect(stdout).not.toContain('No hooks are configured')
  const list = scratch.hookline(['list']).stderr
  expect(list).toMatch(message)
  expect(list).not.toContain('no hooks are configured')
})

it('says what an agent does with a question before one comes', () => {
  const scratch = sandbox()
  scratch.hookline(['add', 'shell-guard', '--yes'])
  scratch.hookline(['trust', 'add', '--yes'])
  scratch.hookline(['connect', 'qwen', 'cursor', '--yes'])
  expect(scratch.hookline(['status']).stdout).toContain(
    'headless, what a hook asks about is denied, and waits in `hookline approve`',
  )
  const { agents } = status(scratch)
  const ofAgents = agents.map(({ name, questions }: { name: string; questions: string | null }) => [name, questions])
  expect(Object.fromEntries(ofAgents)).toEqual({ cursor: null, qwen: expect.stringContaining('headless') })
})

it.each([
  ['a missing script', './gone.sh', /gone\.sh does not exist/],
  ['a script that is not executable', './plain.sh', /plain\.sh is not executable/],
  ['a script without its interpreter', './odd.sh', /no-such-program.* is not on PATH/],
  ['a script with Windows line endings', './windows.sh', /windows\.sh ends with a carriage return/],
  ['a missing program', 'no-such-program --now', /no-such-program is not on PATH/],
])('a hook with %s cannot fire', (_, command, why) => {
  const scratch = machine()
  scratch.hookline(['connect', 'claude', '--yes'])
  writeFileSync(join(scratch.root, 'plain.sh'), '#!/bin/sh\n', { mode: 0o644 })
  writeFileSync(join(scratch.root, 'odd.sh'), '#!/usr/bin/env no-such-program\n', { mode: 0o755 })
  writeFileSync(join(scratch.root, 'windows.sh'), '#!/bin/sh\r\necho\r\n', { mode: 0o755 })
  scratch.write('.hookline/hookline.json', { hooks: { preToolUse: [{ command }], stop: [{ command }] } })
  scratch.hookline(['trust', 'add', '--yes'])
  const { code, ok, cannotFire } = status(scratch)
  expect({ code, ok }).toEqual({ code: 1, ok: false })
  expect(cannotFire.map(({ event }: { event: string }) => event)).toEqual(['preToolUse', 'stop'])
  expect(cannotFire[0]).toMatchObject({
    why: expect.stringMatching(why),
    next: expect.stringMatching(/^hookline check .*hookline\.json$/),
  })
  expect(scratch.hookline(['status']).stdout).not.toContain('can fire.')
})

it('says that the gates refuse everything after a trusted script was edited, and names the script', () => {
  const scratch = machine()
  scratch.hookline(['connect', 'claude', '--yes'])
  writeFileSync(join(scratch.root, 'guard.sh'), '#!/bin/sh\n', { mode: 0o755 })
  scratch.write('.hookline/hookline.json', {
    packs: { 'shell-guard': {} },
    hooks: { preToolUse: [{ command: './guard.sh' }] },
  })
  scratch.hookline(['trust', 'add', '--yes'])
  expect(status(scratch)).toMatchObject({ closedGates: [] })
  writeFileSync(join(scratch.root, 'guard.sh'), '#!/bin/sh\nexit 0\n')
  const found = status(scratch)
  expect(found).toMatchObject({ code: 1, ok: false })
  expect(found.closedGates).toEqual([
    {
      why: expect.stringContaining('have changed since they were trusted'),
      next: expect.stringMatching(/^hookline trust add /),
      events: expect.arrayContaining(['preToolUse', 'beforeShellExecution']),
      changed: ['guard.sh'],
    },
  ])
  const { stdout } = scratch.hookline(['status'])
  expect(stdout).toMatch(/✗ Claude Code +connected · refuses everything at \d gates\n/)
  expect(stdout).toMatch(/✗ refuses everything at .*:\n.*\n {4}changed: guard\.sh\n {4}→ hookline trust add /)
  expect(scratch.hookline(['doctor']).stdout).toMatch(/refuses everything at \d gates?: .*\(guard\.sh\)/)
})

it('calls no agent connected whose entries start a program that is gone', () => {
  const scratch = machine()
  const settings = join(scratch.home, '.claude/settings.json')
  expect(scratch.hookline(['connect', 'claude', '--yes']).code).toBe(0)
  const written = readFileSync(settings, 'utf8')
  writeFileSync(settings, written.replaceAll(/\S+\/hookline(?:\.[cm]js)?(?= run)/g, '/nowhere/hookline'))
  expect(status(scratch)).toMatchObject({ code: 1, ok: false })
  const { stdout } = scratch.hookline(['status'])
  expect(stdout).toMatch(/✗ Claude Code +connected, but it does not call Hookline · 0 hooks active/)
  expect(stdout).toContain('calls Hookline with /nowhere/hookline, which does not exist')
  expect(stdout).toContain('→ hookline connect claude')
  expect(stdout).toMatch(/^No agent here can run the \d+ hooks? of /m)
  const faults = scratch.hookline(['doctor']).stdout.match(/\/nowhere\/hookline/g)
  expect(faults).toHaveLength(1)
  expect(scratch.hookline(['connect', 'claude', '--yes']).code).toBe(0)
  expect(readFileSync(settings, 'utf8')).toBe(written)
})
