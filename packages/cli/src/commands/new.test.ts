import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventNames, eventRows } from '@hookline/core/protocol'
import { transformWithOxc } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { modelOf } from '../new/model.ts'
import { node } from '../new/node.ts'
import { nodeRuntime } from '../new/runtime.ts'
import { sandbox } from '../testing/cli.ts'

const hooks = '.cursor/hooks'
const kebab = (event: string): string => event.replace(/[A-Z]+/g, (word) => `-${word.toLowerCase()}`)

const failuresIn = (stdout: string): readonly string[] => stdout.split('\n').filter((line) => line.includes('✗'))

describe('hookline new', () => {
  it('writes hook, test, schema and entry, and they pass unchanged', () => {
    const scratch = sandbox()
    const { code, stdout, stderr } = scratch.hookline([
      'new',
      'guard',
      '--event',
      'beforeShellExecution',
      '--sh',
      '--yes',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/ {2}\+ \.cursor\/hooks\/guard\.sh +\d+ lines, executable\n/)
    expect(stdout).toMatch(/ {2}\+ \.cursor\/hooks\/guard\.hooktest\.yaml/)
    expect(stderr).toContain('hookline test')
    expect(statSync(join(scratch.root, hooks, 'guard.sh')).mode & 0o111).toBe(0o111)
    expect(JSON.parse(readFileSync(join(scratch.root, '.cursor/hooks.json'), 'utf8'))).toEqual({
      $schema: './hooks.schema.json',
      version: 1,
      hooks: { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', name: 'guard' }] },
    })
    expect(scratch.hookline(['check', '--strict']).code).toBe(0)
    const tested = scratch.hookline(['test', '--untrusted'])
    expect({ code: tested.code, failed: /[1-9]\d* failed/.test(tested.stdout) }).toEqual({ code: 0, failed: false })
  })

  it('has a template for every event, and check finds no problem in it', () => {
    const scratch = sandbox()
    for (const event of eventNames) expect(scratch.hookline(['new', kebab(event), '--event', event]).code).toBe(0)
    const { code, stdout } = scratch.hookline(['test', '--untrusted'])
    expect({ code, failures: failuresIn(stdout) }).toEqual({ code: 0, failures: [] })
    expect(scratch.hookline(['check']).code).toBe(0)
  })

  // One workspace each: where events share a file, an edition that lacks one of them takes no part.
  it.each(['--sh', '--py', '--ts'])(
    'speaks %s for every event, and the test beside it passes on every edition',
    (flag) => {
      const scratch = sandbox()
      rmSync(join(scratch.root, '.cursor'), { recursive: true })
      for (const event of eventNames) {
        mkdirSync(join(scratch.root, event, '.git'), { recursive: true })
        expect(scratch.hookline(['new', kebab(event), flag, '--event', event, '--cwd', event]).code).toBe(0)
      }
      const { code, stdout } = scratch.hookline(['test', '--untrusted'])
      expect({ code, failures: failuresIn(stdout) }).toEqual({ code: 0, failures: [] })
      expect(stdout).toContain('editions 2.3, 2.4, 3')
    },
    240_000,
  )

  it('denies at a gate what it cannot read', () => {
    const scratch = sandbox()
    const commands = { sh: ['sh'], py: ['python3'], ts: ['node'] }
    for (const [flag, command] of Object.entries(commands)) {
      scratch.hookline(['new', `guard-${flag}`, `--${flag}`, '--event', 'beforeShellExecution'])
      const file = readdirSync(join(scratch.root, hooks)).find(
        (name) => name.startsWith(`guard-${flag}.`) && !name.endsWith('.yaml'),
      )
      for (const input of ['', '{', '{"command":3'])
        expect(spawnSync(command[0] ?? '', [join(scratch.root, hooks, file ?? '')], { input }).status).toBe(2)
    }
  })

  it('tests with inputs that its matcher matches, or marks the case as skipped', () => {
    const scratch = sandbox()
    scratch.hookline(['new', 'deploys', '--event', 'beforeShellExecution', '--matcher', 'kubectl|helm'])
    expect(scratch.hookline(['test', '--untrusted']).code).toBe(0)
    expect(readFileSync(join(scratch.root, hooks, 'deploys.hooktest.yaml'), 'utf8')).toContain('command: kubectl')
    scratch.hookline(['new', 'odd', '--event', 'beforeShellExecution', '--matcher', '^[0-9]+$'])
    expect(readFileSync(join(scratch.root, hooks, 'odd.hooktest.yaml'), 'utf8')).toContain('skip: ')
  })

  it('overwrites nothing, in any language', () => {
    const scratch = sandbox()
    scratch.write(`${hooks}/guard.py`, 'mine')
    const { code, stderr } = scratch.hookline(['new', 'guard', '--event', 'stop'])
    expect(code).toBe(1)
    expect(stderr).toContain('.cursor/hooks/guard.py already exists')
    expect(readdirSync(join(scratch.root, hooks))).toEqual(['guard.py'])
    expect(existsSync(join(scratch.root, '.cursor/hooks.json'))).toBe(false)
  })

  it('writes nothing in a dry run, and prints it as JSON', () => {
    const scratch = sandbox()
    const dry = scratch.hookline(['new', 'guard', '--event', 'stop', '--dry-run', '--json'])
    expect(JSON.parse(dry.stdout)).toMatchObject({ result: 'dry run', command: '.cursor/hooks/guard.sh' })
    expect(readdirSync(join(scratch.root, '.cursor'))).toEqual([])
    const { why, files } = JSON.parse(scratch.hookline(['new', 'guard', '--ts', '--event', 'stop', '--json']).stdout)
    expect(why).toContain(process.versions.node)
    expect(files).toHaveLength(4)
  })

  it.each([
    [['new'], 'name the hook'],
    [['new', 'Guard_Me', '--event', 'stop'], 'Did you mean guard-me?'],
    [['new', '../x', '--event', 'stop'], 'kebab-case'],
    [['new', 'x'.repeat(61), '--event', 'stop'], 'kebab-case'],
    [['new', 'guard'], 'name an event'],
    [['new', 'guard', '--event', 'Stop'], 'stop'],
    [['new', 'guard', '--event', 'stop', '--sh', '--py'], 'use only one of'],
    [['new', 'guard', '--event', 'beforeShellExecution', '--matcher', '('], 'not a valid regular expression'],
  ])('%j is wrong usage', (args, message) => {
    const scratch = sandbox()
    const { code, stdout, stderr } = scratch.hookline(args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
    expect(readdirSync(join(scratch.root, '.cursor'))).toEqual([])
  })

  it('does what its help shows', () => {
    const scratch = sandbox()
    const example = /^Example: hookline (.*)$/m.exec(scratch.hookline(['new', '--help']).stdout)?.[1] ?? ''
    expect(scratch.hookline(example.split(' ')).code).toBe(0)
  })
})

describe('a TypeScript hook', () => {
  it.each(eventNames)('for %s replies to its sample, with its types stripped', async (event) => {
    const directory = mkdtempSync(join(tmpdir(), 'hookline-new-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const model = modelOf('sample', event)
    const { code } = await transformWithOxc(node(model, 'ts'), 'sample.ts')
    writeFileSync(join(directory, 'sample.mjs'), code)
    const input = JSON.stringify({ hook_event_name: event, ...eventRows[event].sample('/w') })
    const { status, stdout } = spawnSync(process.execPath, [join(directory, 'sample.mjs')], { input, encoding: 'utf8' })
    const want = model.kind === 'follows-up' ? model.special : model.usual
    expect({ status, reply: JSON.parse(stdout) }).toEqual({ status: 0, reply: want })
  })

  it.each([
    ['20.19.0', 'mjs', 'node'],
    ['22.6.0', 'mjs', 'node'],
    ['22.7.0', 'ts', 'node --experimental-strip-types'],
    ['22.18.0', 'ts', 'node'],
    ['23.5.0', 'ts', 'node --experimental-strip-types'],
    ['24.0.0', 'ts', 'node'],
  ])('on Node %s it is a .%s started by %s', (version, flavour, command) => {
    expect(nodeRuntime(version)).toMatchObject({ flavour, command })
  })
})

describe('hookline new without a script', () => {
  const events = ['beforeShellExecution', 'preToolUse', 'stop', 'beforeSubmitPrompt', 'sessionStart'] as const

  it.each(events)('makes a rule and a module for %s that pass their tests', (event) => {
    for (const flag of ['--rule', '--module']) {
      const scratch = sandbox()
      const made = scratch.hookline(['new', 'mine', '--event', event, flag, '--yes'])
      expect([flag, made.code, made.code === 0 ? '' : made.stderr]).toEqual([flag, 0, ''])
      const tested = scratch.hookline(['test', '--untrusted'])
      expect([flag, tested.code, tested.code === 0 ? '' : tested.stdout]).toEqual([flag, 0, ''])
      expect(scratch.hookline(['check']).code).toBe(0)
    }
  })

  it('says where a rule has no effect, and takes one kind only', () => {
    const scratch = sandbox()
    expect(scratch.hookline(['new', 'mine', '--event', 'afterFileEdit', '--rule', '--yes'])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('a rule has no effect there'),
    })
    expect(scratch.hookline(['new', 'mine', '--event', 'stop', '--rule', '--sh'])).toMatchObject({ code: 64 })
  })
})
