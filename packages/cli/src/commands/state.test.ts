import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const scopeOf = ({ root }: Sandbox, level = 'project') => ({
  HOOKLINE_STATE_SCOPE: JSON.stringify({ level, project: root }),
})
const state = (scratch: Sandbox, words: string, env: Readonly<Record<string, string>> = {}) =>
  scratch.hookline(['state', ...words.split(' ')], { env })

it('keeps values, and says by its exit code what was there', () => {
  const scratch = sandbox()
  expect(state(scratch, 'get k')).toEqual({ code: 1, stdout: '', stderr: '' })
  expect(state(scratch, 'set k {"a":[1]}')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(state(scratch, 'get k').stdout).toBe('{"a":[1]}\n')
  expect(state(scratch, 'set k 1 --if-absent').code).toBe(1)
  expect(state(scratch, 'set text hello').code).toBe(64)
  expect(state(scratch, 'set text hello').stderr).toContain('"hello" is not JSON. For a text, add --string')
  expect(state(scratch, 'set text hello --string').code).toBe(0)
  expect([state(scratch, 'get text').stdout, state(scratch, 'get text --string').stdout]).toEqual([
    '"hello"\n',
    'hello\n',
  ])
  expect(state(scratch, 'increment n').stdout).toBe('1\n')
  expect(state(scratch, 'increment n -3').stdout).toBe('-2\n')
  expect(state(scratch, 'set n -7').code).toBe(0)
  expect(state(scratch, 'increment text').code).toBe(3)
  expect([state(scratch, 'delete k').code, state(scratch, 'delete k').code]).toEqual([0, 1])
  expect(state(scratch, 'list').stdout).toBe('project\n  text = "hello"\n  n = -7\n')
  expect(state(scratch, 'delete --all').code).toBe(0)
  expect(state(scratch, 'list')).toEqual({ code: 0, stdout: '', stderr: 'Hooks keep no values here.\n' })
})

it('prints JSON for programs', () => {
  const scratch = sandbox()
  const parsed = (words: string) => JSON.parse(state(scratch, `${words} --json`).stdout)
  expect(parsed('set k 1')).toEqual({ key: 'k', value: 1, changed: true })
  expect(parsed('set k 2 --if-absent')).toEqual({ key: 'k', value: 1, changed: false })
  expect(parsed('get k')).toEqual({ key: 'k', value: 1 })
  expect(parsed('increment k --session a')).toEqual({ key: 'k', value: 1 })
  expect(parsed('list')).toEqual({
    project: scratch.root,
    stores: [
      { level: 'project', values: { k: 1 } },
      { level: 'project', session: 'a', values: { k: 1 } },
    ],
    damaged: [],
  })
  expect(parsed('delete k')).toEqual({ key: 'k', changed: true })
})

it('is never in the workspace, and uninstall removes it', () => {
  const scratch = sandbox()
  state(scratch, 'set k 1')
  expect(existsSync(join(scratch.home, 'state/hookline/hook-state'))).toBe(true)
  expect(readdirSync(scratch.root)).toEqual(['.cursor'])
  expect(scratch.hookline(['uninstall', '--yes']).code).toBe(0)
  expect(existsSync(join(scratch.home, 'state/hookline'))).toBe(false)
})

it('fifty processes that increment at once count to fifty', async () => {
  const scratch = sandbox()
  const env = { ...scratch.env, ...scopeOf(scratch) }
  const one = () =>
    new Promise<string>((done) => {
      const child = spawn(process.execPath, [bin, 'state', 'increment', 'n', '--session', 's'], { env })
      let printed = ''
      child.stdout.on('data', (part) => (printed += part))
      child.on('close', () => done(printed.trim()))
    })
  const sums = await Promise.all(Array.from({ length: 50 }, one))
  expect(sums.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, nth) => nth + 1))
})

it('a hook sees the values of its own level alone, and cannot name another', () => {
  const scratch = sandbox()
  const ofUser = scopeOf(scratch, 'user')
  state(scratch, 'set k 1', ofUser)
  expect(state(scratch, 'get k', scopeOf(scratch)).code).toBe(1)
  expect(state(scratch, 'list', scopeOf(scratch)).stdout).toBe('')
  expect(state(scratch, 'list', ofUser).stdout).toBe('k = 1\n')
  expect(state(scratch, 'set k 2 --level user', scopeOf(scratch)).stderr).toContain('--level does not work in a hook')
  expect(state(scratch, 'set k 2', { HOOKLINE_STATE_SCOPE: 'x' }).code).toBe(64)
  expect(state(scratch, 'get k --level user').stdout).toBe('1\n')
})

it("an agent's shell can read the values and not change them, while its hooks can", () => {
  const scratch = sandbox()
  const agent = { CLAUDECODE: '1' }
  state(scratch, 'set k 1')
  for (const words of ['set k 0', 'delete k', 'increment k', 'delete --all']) {
    const { code, stderr } = state(scratch, words, agent)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Ask the user to run it')])
  }
  expect(state(scratch, 'get k', agent).stdout).toBe('1\n')
  expect(state(scratch, 'increment k', { ...agent, ...scopeOf(scratch) }).stdout).toBe('2\n')
})

it('a damaged file is an error that names it, and stays as it is', () => {
  const scratch = sandbox()
  state(scratch, 'set k 1')
  const base = join(scratch.home, 'state/hookline/hook-state')
  const file = join(base, readdirSync(base)[0] ?? '', 'project.json')
  writeFileSync(file, '{')
  for (const words of ['get k', 'increment k', 'set k 1', 'list']) {
    const { code, stdout, stderr } = state(scratch, words)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain(file)
  }
  expect(state(scratch, 'delete --all').code).toBe(0)
  expect(state(scratch, 'increment k').stdout).toBe('1\n')
})

it.each([
  ['state'],
  ['state', 'nothing'],
  ['state', '--session', 'a', 'set', 'k', '1'],
  ['state', 'get'],
  ['state', 'get', 'a', 'b'],
  ['state', 'get', 'a\nb'],
  ['state', 'set', 'a'],
  ['state', 'delete'],
  ['state', 'delete', 'a', '--all'],
  ['state', 'increment', 'a', 'b'],
  ['state', 'increment', 'a', '--string'],
  ['state', 'list', 'a'],
  ['state', 'list', '--level', 'team'],
  ['state', 'get', 'a', '--session', 'a', '--project'],
  ['state', 'get', 'a', '--session', '-'],
  ['state', 'get', 'a', '--session', ''],
])('%j … is wrong usage', (...args) => {
  const { code, stdout, stderr } = sandbox().hookline(args)
  expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
  expect(stderr).toContain('Usage: hookline state')
})

it('a directory that cannot be written is described, with what to do', () => {
  const scratch = sandbox()
  const file = scratch.write('a-file', '')
  const { code, stderr } = state(scratch, 'set k 1', { XDG_STATE_HOME: join(file, 'state') })
  expect(code).toBe(3)
  expect(stderr).toContain(`state set: cannot create the directory ${file}/state`)
  expect(stderr).toContain(': part of the path is a file, not a directory.')
  expect(stderr).toContain('export XDG_STATE_HOME=<dir>')
  expect(stderr).not.toContain('ENOTDIR')
})

it('a hook of an agent counts per session, and denies above its budget', () => {
  const scratch = sandbox()
  scratch.script(
    '.cursor/budget.sh',
    `count=$('${process.execPath}' '${bin}' state increment writes --session -) || exit 2\n[ "$count" -le 2 ] || exit 2`,
  )
  scratch.write('.cursor/hooks.json', hooksFile({ preToolUse: [{ command: '.cursor/budget.sh', matcher: 'Write' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  const write = (session: string) => {
    const input = { session_id: session, hook_event_name: 'PreToolUse', cwd: scratch.root, transcript_path: '/none' }
    const call = { ...input, tool_name: 'Write', tool_input: { file_path: join(scratch.root, 'a'), content: '' } }
    const { stdout } = scratch.hookline(['run', '--host', 'claude'], {
      stdin: JSON.stringify(call),
      env: { CLAUDECODE: '1' },
    })
    return JSON.parse(stdout).hookSpecificOutput?.permissionDecision ?? 'none'
  }
  expect([write('a'), write('a'), write('a'), write('b')]).toEqual(['none', 'none', 'deny', 'none'])
  expect(state(scratch, 'list').stdout).toContain('project · session a\n  writes = 3\n')
})
