import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Agent, agents } from '../agents.ts'
import { survey } from '../doctor/survey.ts'
import { agentObstacles, obstacleText } from './obstacles.ts'
import { stateObstacles } from './state-obstacles.ts'

const claude = agents.find(({ name }) => name === 'claude') as Agent
const call = { type: 'command', command: 'hookline run --host claude --installed' }
const hooks = (entry: object = call, more: object = {}) => ({ PreToolUse: [{ ...more, hooks: [entry] }] })
const project = '.claude/settings.json'
const local = '.claude/settings.local.json'

function directory(files: Readonly<Record<string, string | object>>): string {
  const top = mkdtempSync(join(tmpdir(), 'hookline-obstacles-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return top
}

async function found(files: Readonly<Record<string, string | object>>, managed: Record<string, object> = {}) {
  const root = directory(files)
  const seen = await survey(root, 'hookline', {})
  onTestFinished(() => seen.hooks.close())
  return agentObstacles(claude, seen, directory(managed)).map(obstacleText)
}

describe('what keeps Claude Code from calling Hookline', () => {
  it('is nothing where its settings are in order', async () => {
    expect(await found({ [project]: { model: 'x', hooks: hooks() } })).toEqual([])
    expect(await found({ [project]: `\uFEFF${JSON.stringify({ hooks: hooks() })}` })).toEqual([])
    expect(await found({ [project]: { hooks: hooks() }, [local]: '' })).toEqual([])
  })

  it('is a program of its calls that is gone, once for each file, with the command that repairs it', async () => {
    const root = directory({ hookline: '', 'bin/node': '' })
    const gone = join(root, 'native/hookline')
    const calls = (command: string) => ({ ...hooks({ ...call, command }), Stop: [{ hooks: [{ ...call, command }] }] })
    const [first, ...more] = await found({ [project]: { hooks: calls(`${gone} run --host claude --from user`) } })
    expect(more).toEqual([])
    expect(first).toMatch(/^everything is denied at preToolUse: .*settings\.json calls Hookline with /)
    expect(first).toContain(`calls Hookline with ${gone}, which does not exist`)
    const script = join(root, 'bin/hookline.cjs')
    for (const command of [`${process.execPath} ${script} run --host claude`, `X=/x/node ${gone} run --host claude`])
      expect(await found({ [project]: { hooks: calls(command) } })).toEqual([
        expect.stringMatching(/^nothing guards here: .* does not exist$/),
      ])
    expect(await found({ [project]: { hooks: calls(`${join(root, 'hookline')} run --host claude`) } })).toEqual([
      expect.stringMatching(/is not executable$/),
    ])
    expect(
      await found({ [project]: { hooks: calls(`/nowhere/hookline run`) }, [local]: { hooks: calls(call.command) } }),
    ).toEqual([expect.stringMatching(/^only some actions are guarded: /)])
  })

  it.each([
    ['in the local file', { [project]: { hooks: hooks() }, [local]: { disableAllHooks: true } }],
    ['in the file itself', { [project]: { hooks: hooks(), disableAllHooks: true } }],
  ])('is disableAllHooks %s', async (_name, files) => {
    expect(await found(files)).toEqual([
      expect.stringMatching(/^nothing guards here: "disableAllHooks" in .*:1 switches off all hooks of Claude Code$/),
    ])
  })

  // As measured on Claude Code 2.1.197 and 2.1.325: real-agents/claude-code/workspaces.agents.ts.
  it('is not disableAllHooks if a file with higher priority overrides it', async () => {
    const off = { hooks: hooks(), disableAllHooks: true }
    expect(await found({ [project]: off, [local]: { disableAllHooks: false } })).toEqual([])
  })

  it.each([
    ['managed-settings.json', { allowManagedHooksOnly: true }, "the organisation's hooks only"],
    ['managed-settings.d/10.json', { disableAllHooks: true }, 'all hooks'],
    ['managed-settings.json', { strictPluginOnlyCustomization: ['hooks'] }, 'hooks of plugins only'],
  ])('is the organisation with %s %j', async (file, settings, says) => {
    const [first] = await found({ [project]: { hooks: hooks() } }, { [file]: settings })
    expect(first).toContain(says)
  })

  it('is not a key in a file where only the organisation can set it', async () => {
    expect(await found({ [project]: { hooks: hooks(), allowManagedHooksOnly: true } })).toEqual([])
  })

  it.each([
    ['a comment', `{ // mine\n"hooks": ${JSON.stringify(hooks())} }`, 'Line 1, column 3: comments'],
    ['a trailing comma', `{\n"hooks": ${JSON.stringify(hooks())},\n}`, 'comments and trailing commas'],
    ['broken JSON', `{, "hooks": ${JSON.stringify(hooks())} }`, 'Line 1'],
    ['half a file', JSON.stringify({ hooks: hooks() }).slice(0, -4), 'Line 1'],
    ['another type of model', JSON.stringify({ hooks: hooks(), model: 5 }), '"model" must be of type string'],
    ['a switch as text', JSON.stringify({ hooks: hooks(), disableAllHooks: 'true' }), 'must be of type boolean'],
    ['a flat entry', JSON.stringify({ hooks: { ...hooks(), Stop: [{ command: 'x' }] } }), 'nests'],
  ])('is %s in the file that calls Hookline', async (_name, text, says) => {
    const [first] = await found({ [project]: text })
    expect(first).toMatch(/^nothing guards here: Claude Code ignores .*settings\.json, which calls Hookline\./)
    expect(first).toContain(says)
  })

  it('is not a broken file beside the one that calls Hookline, nor a URL in it', async () => {
    expect(await found({ [project]: { hooks: hooks() }, [local]: '{,' })).toEqual([])
    expect(await found({ [project]: { hooks: hooks(), env: { A: 'https://x.example, }' } } })).toEqual([])
  })

  it.each([
    ['a matcher', hooks(call, { matcher: 'Edit' }), 'only for Edit'],
    ['if', hooks({ ...call, if: 'Bash(git *)' }), 'only for some actions'],
    ['once', hooks({ ...call, once: true }), 'only for some actions'],
    ['async', hooks({ ...call, async: true }), 'without waiting'],
  ])('is, in part, %s of its entry', async (_name, settings, says) => {
    const [first] = await found({ [project]: { hooks: settings } })
    expect(first).toMatch(/^only some actions are guarded: the entry at .*settings\.json:1 calls Hookline /)
    expect(first).toContain(says)
  })

  it.each([[['--version']], [[]]])('is args %j beside the whole call', async (args) => {
    const [first, ...more] = await found({ [project]: { hooks: hooks({ ...call, args }) } })
    expect(first).toMatch(/^nothing guards here: the entry at .*settings\.json:1 has "args", so Claude Code takes/)
    expect(more).toEqual([])
  })

  it('is not args that are the rest of the call, or that stand beside another entry that calls', async () => {
    const [command = '', ...args] = call.command.split(' ')
    expect(await found({ [project]: { hooks: hooks({ ...call, command, args }) } })).toEqual([])
    const both = { PreToolUse: [...hooks({ ...call, args: [] }).PreToolUse, ...hooks().PreToolUse] }
    expect(await found({ [project]: { hooks: both } })).toEqual([])
  })

  it('is not a matcher beside an entry for everything, or for all', async () => {
    const both = { PreToolUse: [...hooks(call, { matcher: 'Edit' }).PreToolUse, ...hooks().PreToolUse] }
    expect(await found({ [project]: { hooks: both } })).toEqual([])
    expect(await found({ [project]: { hooks: hooks(call, { matcher: '*' }) } })).toEqual([])
  })
})

describe('what keeps Hookline from running hooks', () => {
  const entries = [
    { command: 'hookline run --host claude', trust: 'untrusted' },
    { command: './guard.sh', trust: 'untrusted' },
  ] as never
  const says = (path: string) => stateObstacles(path, entries).map(obstacleText)

  it('is a state directory that is missing, a file, or has a broken record of trust', () => {
    const top = directory({ file: 'x', 'broken/trust.json': '{', 'fine/trust.json': '{}', 'empty/other.json': '{}' })
    expect(says(join(top, 'gone'))).toEqual([expect.stringContaining('with the record of trust is missing')])
    expect(says(join(top, 'file'))).toEqual([expect.stringContaining('is not a directory')])
    expect(says(join(top, 'broken'))).toEqual([expect.stringContaining('trust.json cannot be read')])
    expect([...says(join(top, 'fine')), ...says(join(top, 'empty'))]).toEqual([])
  })

  it('is not a state directory that was never created', () => {
    expect(stateObstacles('/nonexistent/hookline', [])).toEqual([])
  })
})
