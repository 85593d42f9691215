import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bin, hooksFile, sandbox } from '../testing/cli.ts'
import { run } from './init.ts'

const config = '.cursor/hooks.json'
const read = (path: string) => readFileSync(path, 'utf8')

describe('hookline init', () => {
  it('writes hooks that work, and proves them with what they said', () => {
    const box = sandbox()
    const { code, stdout, stderr } = box.hookline(['init', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('agents    Cursor (project)')
    expect(stdout).toContain(`+++ b/${config}`)
    for (const line of ['deny    rm -rf ~', 'deny    read .env', 'allow   git status', 'logs    an edit in audit.log'])
      expect(stderr).toMatch(new RegExp(`✓ proved: ${line} .* \\d+\\.\\d ms`))
    expect(stderr).toContain('hookline trust add')
    const scripts = readdirSync(join(box.root, '.cursor/hooks'))
    expect(scripts.filter((name) => name.endsWith('.sh'))).toEqual(['audit.sh', 'protect-files.sh', 'shell-guard.sh'])
    expect(scripts.filter((name) => name.endsWith('.hooktest.yaml'))).toHaveLength(3)
    for (const script of scripts.filter((name) => name.endsWith('.sh')))
      expect(statSync(join(box.root, '.cursor/hooks', script)).mode & 0o111).toBe(0o111)
    expect(existsSync(join(box.home, 'state/hookline/audit.log'))).toBe(false)
    expect(box.hookline(['check']).code).toBe(0)
    expect(box.hookline(['trust', 'list']).stdout).toMatch(/^trusted/)
    expect(box.hookline(['test']).code).toBe(0)
    const denied = box.hookline(['trigger', 'beforeShellExecution', '--set', 'command=rm -rf ~', '--json'])
    expect(JSON.parse(denied.stdout)).toMatchObject({ kind: 'refuse', verdict: 'deny' })
  }, 30_000)

  it('changes nothing the second time, and proves again', () => {
    const box = sandbox()
    box.hookline(['init', '--yes'])
    const before = read(join(box.root, config))
    const { code, stdout, stderr } = box.hookline(['init', '--yes'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('nothing was changed')
    expect(stderr).toContain('✓ proved: deny')
    expect(read(join(box.root, config))).toBe(before)
  }, 30_000)

  it('merges: comments, order and what was there stay, and none of it is run', () => {
    const box = sandbox()
    const mark = join(box.directory, 'mark')
    box.write(
      config,
      `{\n  // ours\n  "version": 1,\n  "hooks": {\n    "beforeShellExecution": [\n      { "command": "touch ${mark}" } // first\n    ]\n  }\n}\n`,
    )
    const { code, stderr } = box.hookline(['init', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('existing  .cursor/hooks.json (1 hook)')
    expect(stderr).toContain('to let them run: hookline trust add')
    expect(box.hookline(['trust', 'list']).stdout).toBe('')
    expect(read(join(box.root, config))).toMatch(
      /^\{\n {2}"\$schema": ".\/hooks.schema.json",\n {2}\/\/ ours\n[\s\S]*touch [^\n]*\}, \/\/ first\n {6}\{ "command": ".cursor\/hooks\/shell-guard.sh"/,
    )
    expect(existsSync(mark)).toBe(false)
  }, 30_000)

  it('says that an agent may drop the file it added to, for a mistake that stood there', () => {
    const box = sandbox()
    box.write(config, hooksFile({ stop: [{ command: 'true' }], beforeShelExecution: [{ command: 'true' }] }))
    const { stderr } = box.hookline(['init', '--yes'])
    expect(stderr).toContain('existing  .cursor/hooks.json (1 hook, 1 error)')
    expect(stderr).toContain('– not proved: .cursor/hooks.json has 1 error, for which an agent may drop the whole file')
  }, 30_000)

  it('leaves a script of the same name alone, and what runs it out', () => {
    const box = sandbox()
    const mark = join(box.directory, 'mark')
    const own = box.script('.cursor/hooks/shell-guard.sh', `touch ${mark}`)
    const before = read(own)
    const { code, stderr } = box.hookline(['init', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('left alone: shell-guard.sh is there with other contents')
    expect(read(own)).toBe(before)
    expect(read(join(box.root, config))).not.toContain('shell-guard')
    expect(existsSync(mark)).toBe(false)
  }, 30_000)

  it('writes nothing in a dry run, and nothing without a yes', () => {
    const box = sandbox()
    const dry = box.hookline(['init', '--dry-run', '--with', 'audit'])
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain('+++ b/.cursor/hooks/shell-guard.sh')
    const { code, stderr } = box.hookline(['init'])
    expect(code).toBe(64)
    expect(stderr).toContain('add --yes')
    expect(readdirSync(join(box.root, '.cursor'))).toEqual([])
  })

  it('asks at a terminal: numbers switch, d shows, y writes', async () => {
    const box = sandbox()
    box.write('package.json', { scripts: { test: 'node --test' } })
    // The command runs in this process: its home is the sandbox's too.
    for (const [name, value] of Object.entries(box.env)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const answers = ['2 3 x 9', '4', '', 'd', 'y']
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    let [out, err] = ['', '']
    const stderr = {
      isTTY: true,
      write(text: string) {
        err += text
        if (/q leaves: $|every line\] $/.test(text)) setImmediate(() => stdin.write(`${answers.shift()}\n`))
      },
    }
    const stdout = {
      write(text: string) {
        out += text
      },
    }
    const signal = new AbortController().signal
    const code = await run([], { stdin, stdout, stderr, env: { ...box.env, NO_COLOR: '1' }, cwd: box.root, signal })
    expect(code).toBe(0)
    expect(answers).toEqual([])
    expect(err).toContain('○ tests-before-stop')
    expect(err).toContain('? "x" is not understood: a number from 1 to 4, Enter, or q')
    expect(err).toContain('? "9" is not understood')
    expect(out).toContain('+++ b/.cursor/hooks/tests-before-stop.sh')
    expect(readdirSync(join(box.root, '.cursor/hooks'))).toEqual([
      'shell-guard.hooktest.yaml',
      'shell-guard.sh',
      'tests-before-stop.hooktest.yaml',
      'tests-before-stop.sh',
    ])
    expect(err).toContain('not proved: tests-before-stop')
  }, 30_000)

  it('connects Claude Code: its settings keep what they hold, and its own command is proved', () => {
    const box = sandbox()
    const settings =
      '{\n  // mine\n  "model": "x",\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] }\n}\n'
    box.write('.claude/settings.local.json', settings)
    const { code, stderr } = box.hookline(['init', '--yes', '--without', 'audit'])
    expect(stderr).toContain('connect-claude')
    // The hook that was there is nobody's yet: nothing is trusted for it.
    expect(stderr).toContain('not proved: Claude Code: its hooks wait for trust')
    expect(code).toBe(0)
    const file = join(box.root, '.claude/settings.local.json')
    const written = read(file)
    expect(written.startsWith('{\n  // mine\n  "model": "x",\n  "hooks": { "Stop": [')).toBe(true)
    expect(written.match(/hookline\S* run --host claude --installed/g)).toHaveLength(1)
    box.hookline(['trust', 'add', '--yes'])
    const again = box.hookline(['init', '--yes', '--without', 'audit'])
    expect(again.stderr).toMatch(/✓ proved: deny {4}rm -rf ~ +through Claude Code's own command/)
    expect(again.stderr).toMatch(/✓ proved: allow {3}git status +through Claude Code's own command/)
    expect(read(file)).toBe(written)
  }, 60_000)

  it("writes the workspace's own hookline into the shared file, and this copy's path into one's own", () => {
    const shared = sandbox()
    shared.write('.claude/settings.json', '{}')
    shared.script('node_modules/.bin/hookline', `exec ${process.execPath} ${bin} "$@"`)
    const { stderr } = shared.hookline(['init', '--yes', '--without', 'audit'])
    expect(stderr).toMatch(/proved: deny {4}read \.env +through Claude Code/)
    const { hooks } = JSON.parse(read(join(shared.root, '.claude/settings.json')))
    const command = '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/hookline run --host claude --installed'
    expect(hooks).toEqual({ PreToolUse: [{ hooks: [{ type: 'command', command }] }] })
    const own = sandbox()
    mkdirSync(join(own.home, '.claude'))
    own.hookline(['init', '--user', '--yes'])
    const user = JSON.parse(read(join(own.home, '.claude/settings.json')))
    expect(user.hooks.UserPromptSubmit[0].hooks[0].command).toMatch(/^\/.*node \/.*hookline\.[cm]js run --host claude/)
    expect(own.hookline(['init', '--user', '--yes'])).toMatchObject({ code: 0, stdout: '' })
  }, 60_000)

  it('trusts what it wrote and nothing that was there before', () => {
    const box = sandbox()
    box.hookline(['init', '--yes', '--without', 'audit'])
    box.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    const { stderr } = box.hookline(['init', '--yes', '--without', 'audit'])
    expect(stderr).toContain('to let them run: hookline trust add')
    expect(box.hookline(['trust', 'list']).stdout).toMatch(/^changed/)
  }, 60_000)

  it('says all of it as data', () => {
    const box = sandbox()
    box.write('package.json', { devDependencies: { prettier: '3' } })
    const { code, stdout } = box.hookline(['init', '--yes', '--json', '--without', 'audit'])
    expect(code).toBe(0)
    const said = JSON.parse(stdout)
    expect(said).toMatchObject({
      root: box.root,
      result: 'written',
      stack: { manager: 'npm', formatters: ['prettier'] },
    })
    expect(said.proposals.map((one: { name: string; on: boolean }) => [one.name, one.on])).toEqual([
      ['format-on-edit', true],
      ['shell-guard', true],
      ['protect-files', true],
      ['audit', false],
    ])
    expect(said.proved[0]).toMatchObject({ state: 'not proved', kind: 'formats' })
    expect(said.proved.slice(1).every((one: { state: string }) => one.state === 'proved')).toBe(true)
  }, 30_000)

  it('is refused where it could not be undone: a broken file, a link that leads out, a home', () => {
    const box = sandbox()
    box.write(config, '{ "version": 1, ')
    expect(box.hookline(['init', '--yes'])).toMatchObject({ code: 1, stdout: '' })
    expect(existsSync(join(box.root, '.cursor/hooks'))).toBe(false)
    const other = sandbox()
    mkdirSync(join(other.directory, 'outside'))
    symlinkSync(join(other.directory, 'outside'), join(other.root, '.cursor/hooks'))
    expect(other.hookline(['init', '--yes']).stderr).toContain('leads out of the workspace')
    expect(readdirSync(join(other.directory, 'outside'))).toEqual([])
    expect(box.hookline(['init', '--yes'], { cwd: box.home }).stderr).toContain('hookline init --user')
    mkdirSync(join(box.directory, '.git'))
    for (const args of [
      ['init', '--yes'],
      ['new', 'x', '--event', 'stop'],
      ['add', 'true', '--event', 'stop'],
    ]) {
      const above = box.hookline(args, { cwd: box.directory })
      expect(above).toMatchObject({ code: 64, stdout: '' })
      expect(above.stderr).toContain('holds your home directory and is no workspace')
    }
    expect(existsSync(join(box.directory, '.cursor'))).toBe(false)
    expect(box.hookline(['init', '--with', 'shell-gard'])).toMatchObject({ code: 64 })
    expect(box.hookline(['init', 'x'])).toMatchObject({ code: 64 })
  })

  it('does what its help shows', () => {
    const box = sandbox()
    expect(box.hookline(['init', '--help']).stdout).toContain('Example: hookline init --yes\n')
  })
})

describe('hookline init --user', () => {
  it('makes the directory, the sample and the file that uses it, with a log that is yours alone', () => {
    const box = sandbox()
    const { code, stderr } = box.hookline(['init', '--user', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('✓ proved: logs    a prompt in agent.log')
    const script = join(box.home, '.cursor/hooks/beforePromptSubmit.sh')
    expect(statSync(script).mode & 0o111).toBe(0o111)
    expect(JSON.parse(read(join(box.home, config)))).toEqual({
      $schema: './hooks.schema.json',
      version: 1,
      hooks: { beforeSubmitPrompt: [{ command: './hooks/beforePromptSubmit.sh' }] },
    })
    const log = join(box.home, 'state/hookline/agent.log')
    expect(existsSync(log)).toBe(false)
    const sent = JSON.parse(box.hookline(['trigger', 'beforeSubmitPrompt', '--json']).stdout)
    expect(sent.runs).toMatchObject([{ exitCode: 0, stdout: '{}\n', outcome: { kind: 'replied' } }])
    expect(statSync(log).mode & 0o777).toBe(0o600)
  })

  it('overwrites nothing', () => {
    const box = sandbox()
    mkdirSync(join(box.home, '.cursor/hooks'), { recursive: true })
    const script = join(box.home, '.cursor/hooks/beforePromptSubmit.sh')
    const mark = join(box.directory, 'mark')
    writeFileSync(script, `#!/bin/sh\ntouch ${mark}\n`)
    writeFileSync(join(box.home, config), JSON.stringify(hooksFile({})))
    const { code, stdout, stderr } = box.hookline(['init', '--user', '--yes'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr.match(/Left as it is/g)).toHaveLength(2)
    expect(read(script)).toContain('touch')
    expect(JSON.parse(read(join(box.home, config)))).toEqual(hooksFile({}))
    expect(existsSync(mark)).toBe(false)
  })

  it('writes nothing in a dry run', () => {
    const box = sandbox()
    expect(box.hookline(['init', '--user', '--dry-run']).stdout).toContain('agent.log')
    expect(existsSync(join(box.home, '.cursor'))).toBe(false)
  })
})
