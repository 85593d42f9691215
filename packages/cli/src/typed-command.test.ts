import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { bin, sandbox } from './testing/cli.ts'
import { startPanel } from './testing/panel.ts'
import {
  createHintWriter,
  hintingOutput,
  type Start,
  typedCommand,
  writeHintsIn,
  writeHintsInJson,
} from './typed-command.ts'

const globalScript = '/usr/lib/node_modules/hookline/bin/hookline.cjs'
const globalLinks = { '/usr/bin/hookline': globalScript }
const checkout = '/src/hookline/packages/cli/bin/hookline.mjs'

const typed = ({ links = {}, ...start }: Partial<Start> & { readonly links?: Readonly<Record<string, string>> }) => {
  const script = start.script ?? globalScript
  const known: Readonly<Record<string, string>> = { [script]: script, ...links }
  const defaults = {
    argv0: 'node',
    path: ['/usr/local/bin', '/usr/bin'],
    cwd: '/work',
    realpath: (file: string) => known[file],
  }
  return typedCommand({ ...defaults, ...start, script })
}

describe('the command as the person can type it', () => {
  it('is the name alone for a global install on the PATH', () => {
    expect(typed({ script: '/usr/bin/hookline', links: globalLinks })).toBe('hookline')
    expect(typed({ links: globalLinks })).toBe('hookline')
    const windows = 'C:\\npm\\hookline.cmd'
    expect(typed({ path: ['/npm'], links: { '/npm/hookline.cmd': windows } })).toBe('hookline')
  })

  it('is the name alone behind the shim of a version manager, and under a name that was passed', () => {
    const shim = { '/home/u/.volta/bin/hookline': '/usr/bin/volta-shim' }
    expect(typed({ path: ['/home/u/.volta/bin'], links: shim })).toBe('hookline')
    expect(typed({ script: checkout, argv0: 'hookline' })).toBe('hookline')
    expect(typed({ script: '/work/my-agent.mjs' })).toBe('hookline')
  })

  it('is npx in a project that has it, also where npx has changed the PATH', () => {
    const local = '/work/node_modules/.bin/hookline'
    const links = { [local]: '/work/node_modules/hookline/bin/hookline.cjs' }
    const path = ['/work/node_modules/.bin', '/usr/bin']
    expect(typed({ script: local, links, path })).toBe('npx hookline')
    expect(typed({ script: local, links, path, cwd: '/work/packages/a' })).toBe('npx hookline')
    // Another copy on the PATH is not this one.
    expect(typed({ script: local, links: { ...links, ...globalLinks }, path })).toBe('npx hookline')
    const downloaded = '/home/u/.npm/_npx/1a2b/node_modules/.bin/hookline'
    expect(typed({ script: downloaded, path })).toBe('npx hookline')
  })

  it('is a path otherwise, relative below the current directory', () => {
    expect(typed({ script: '/other/node_modules/.bin/hookline' })).toBe('/other/node_modules/.bin/hookline')
    expect(typed({ script: '/opt/my tools/hookline' })).toBe("'/opt/my tools/hookline'")
    expect(typed({ script: '/work/hookline' })).toBe('./hookline')
    expect(typed({ script: checkout, cwd: '/src/hookline' })).toBe('node packages/cli/bin/hookline.mjs')
    expect(typed({ script: checkout, links: globalLinks })).toBe(`node ${checkout}`)
    expect(typed({ path: ['.', 'bin'], links: { 'bin/hookline': globalScript } })).toBe(`node ${globalScript}`)
  })
})

describe('a hint', () => {
  const written = (text: string, typed: string) => createHintWriter(Object.keys(commands), () => typed)(text)

  it.each([
    ['To list them: hookline status', 'To list them: npx hookline status'],
    ['  → hookline check .cursor/hooks.json', '  → npx hookline check .cursor/hooks.json'],
    ['Run `hookline team sync`, or hookline trust add', 'Run `npx hookline team sync`, or npx hookline trust add'],
    ['(to change this: hookline add x --set a=b)', '(to change this: npx hookline add x --set a=b)'],
    ['    hookline trust add .\n  hookline listen\n', '    npx hookline trust add .\n  npx hookline listen\n'],
    ['npm i -D hookline && hookline init', 'npm i -D hookline && npx hookline init'],
    ['Run hookline <command> --help', 'Run npx hookline <command> --help'],
    ['\u001b[2m→ hookline init\u001b[22m', '\u001b[2m→ npx hookline init\u001b[22m'],
    ['Run: \u001b[1mhookline init\u001b[22m', 'Run: \u001b[1mnpx hookline init\u001b[22m'],
  ])('%j is written as the person can type it', (text, shown) => {
    expect(written(text, 'npx hookline')).toBe(shown)
    expect(written(text, 'hookline')).toBe(text)
  })

  it.each([
    'deny  beforeShellExecution  hookline trust add --yes',
    '  ✓ deny       hookline disable shell-guard',
    '+      "command": "hookline run --host cursor"',
    '+ # Run it: hookline test',
    '\u001b[32m+Run it: hookline test\u001b[39m',
    'the entry is: hookline run --host cursor --installed',
    'the address that hookline serve printed',
    'hookline: the current directory no longer exists',
    'To install it: npm install -g hookline',
    'see: hookline testing',
    'To update one at once, run there: hookline team sync',
    'hookline team enroll https://hooks.example.com k3.abc',
  ])('%j is left as it is', (text) => {
    expect(written(text, 'npx hookline')).toBe(text)
  })

  it('asks for the command only in text that can have one', () => {
    const lines: string[] = []
    let asked = 0
    const write = createHintWriter(['list'], () => `npx${asked++ === 0 ? '' : ' again'} hookline`)
    const output = hintingOutput({ write: (text) => lines.push(text) }, write)
    output.write('0 problems\n')
    expect(asked).toBe(0)
    output.write('Next: hookline list\n')
    expect(lines).toEqual(['0 problems\n', 'Next: npx hookline list\n'])
  })
})

describe('the built command', () => {
  const scratch = () => {
    const { root, env, write } = sandbox()
    write('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: 'true' }] } })
    // Without any directory that may hold a `hookline` of this machine.
    const start = (script: string, args: readonly string[], path = '/nowhere', input = '') => {
      const options = { cwd: root, env: { ...env, PATH: path }, input, encoding: 'utf8' } as const
      const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], options)
      return stdout + stderr
    }
    return { root, start, write }
  }

  it('names itself as it was started, in help, errors and hints', () => {
    const { start } = scratch()
    expect(start(bin, ['--help'])).toContain(`Usage: node ${bin} <command> [options]`)
    expect(start(bin, ['lst'])).toContain(`For the list of commands, run: node ${bin} --help`)
    expect(start(bin, ['explain', 'stop'])).toContain(`node ${bin} trust add`)
    expect(start(bin, ['explain', 'stop', '--json'])).not.toContain(`node ${bin}`)
  })

  it('is npx hookline for a link of npm in the project, and hookline on the PATH', () => {
    const { root, start } = scratch()
    const [local, link] = [join(root, 'node_modules/.bin/hookline'), join(root, '../bin/hookline')]
    for (const file of [local, link]) {
      mkdirSync(dirname(file), { recursive: true })
      symlinkSync(bin, file)
    }
    expect(start(local, ['lst'], dirname(local))).toContain('run: npx hookline --help')
    expect(start(local, ['lst'], dirname(link))).toContain('run: hookline --help')
    expect(start(bin, ['lst'], dirname(link))).toContain('run: hookline --help')
  })

  it('names itself so in the message of a hook for the person, and leaves the rest of the answer', () => {
    const { root, start, write } = scratch()
    write('.hookline/hookline.json', { version: 1, packs: { 'block-git': {} } })
    start(bin, ['trust', 'add', '--yes'])
    const event = { hook_event_name: 'beforeShellExecution', command: 'git push', cwd: root, workspace_roots: [root] }
    const answer = JSON.parse(start(bin, ['run', '--host', 'cursor'], '/nowhere', JSON.stringify(event)))
    expect(answer).toMatchObject({
      permission: 'deny',
      user_message: expect.stringContaining(`to allow it: node ${bin} add block-git --set allow+=push`),
      agent_message: expect.not.stringContaining('hookline.cjs'),
    })
  })
})

describe('the hints in JSON', () => {
  const write = createHintWriter(Object.keys(commands), () => 'npx hookline')

  it('name the command as the person can type it, and payloads stay', () => {
    const hook = {
      command: 'hookline list',
      why: 'not connected. To connect: hookline connect',
      next: 'hookline connect',
    }
    const steps = [{ command: 'cd /w && hookline init', text: 'hookline init' }]
    const input = { next: 'hookline list', why: 'run: hookline list' }
    expect(writeHintsIn({ hooks: [hook], steps, input, runs: [{ tool_input: input }] }, write)).toEqual({
      hooks: [
        {
          command: 'hookline list',
          why: 'not connected. To connect: npx hookline connect',
          next: 'npx hookline connect',
        },
      ],
      steps: [{ command: 'cd /w && npx hookline init', text: 'hookline init' }],
      input,
      runs: [{ tool_input: input }],
    })
  })

  it('are written in the form of the text, and any other text stays', () => {
    const value = { next: 'hookline trust add', text: '\u202e' }
    const text = `${JSON.stringify(value, null, 2)}\n`
    expect(writeHintsInJson(text, write)).toBe('{\n  "next": "npx hookline trust add",\n  "text": "\\u202e"\n}\n')
    expect(writeHintsInJson('{"next":"hookline list"}\n', write)).toBe('{"next":"npx hookline list"}\n')
    for (const same of ['{"command":"hookline list"}', 'hookline list', '{"next":"hookline'])
      expect(writeHintsInJson(same, write)).toBe(same)
  })

  it('are printed by the commands for programs', () => {
    const { root, env, write: save } = sandbox()
    save('.hookline/hookline.json', { version: 1, hooks: { stop: [{ command: './x.sh' }] } })
    const { stdout } = spawnSync(process.execPath, [bin, 'status', '--json'], { cwd: root, env, encoding: 'utf8' })
    const [idle] = JSON.parse(stdout).cannotFire
    expect(idle.next).toBe(`node ${bin} trust add ${root}`)
  })

  it('reach the pages of the panel', async () => {
    const panel = await startPanel(sandbox(), [], 'node')
    const page = await panel.ask('/')
    expect(page.text).toContain(`<meta name="hookline-command" content="node ${bin}"`)
    const health = await panel.get<{ readonly steps: readonly { readonly command: string }[] }>('/api/health')
    expect(health.steps[0]?.command).toContain(`&& node ${bin} init`)
    const missing = await panel.ask('/api/script?hook=none')
    expect(JSON.parse(missing.text).error.next).toBe(`node ${bin} list`)
  })
})
