import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { eventNames, eventRows } from '@hookline/core/protocol'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectable } from '../connect/agents-here.ts'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { run } from './init.ts'

const config = '.cursor/hooks.json'
const read = (path: string) => readFileSync(path, 'utf8')

const own = '.hookline/hookline.json'
const packsIn = (root: string) => Object.keys(JSON.parse(read(join(root, own))).packs)

describe('hookline init', () => {
  it('writes packs, connects Cursor, and proves both', () => {
    const scratch = sandbox()
    const { code, stdout, stderr } = scratch.hookline(['init', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('agents    Cursor (project)')
    expect(stdout).toContain(`+++ b/${own}`)
    expect(stderr).toContain('✓ 3 packs in 1 agent')
    for (const line of [
      'deny    rm -rf ~ +shell-guard',
      'deny    read .env +protect-files',
      'deny    write .cursor/hooks.json +config-guard',
      'allow   git status +–',
    ])
      expect(stderr).toMatch(new RegExp(`✓ proved: ${line} +\\d+\\.\\d ms`))
    for (const line of [
      'deny    rm -rf ~',
      'deny    read .env',
      'deny    write .cursor/hooks.json',
      'allow   git status',
    ])
      expect(stderr).toMatch(new RegExp(`✓ proved: ${line} +through Cursor's own command`))
    expect(stderr).toContain('To see it work in Cursor, run any command there')
    expect(packsIn(scratch.root)).toEqual(['shell-guard', 'protect-files', 'config-guard'])
    const { hooks } = JSON.parse(read(join(scratch.home, config)))
    expect(Object.keys(hooks)).toHaveLength(21)
    expect(hooks.preToolUse[0].command).toMatch(/hookline(\.[cm]js)? run --host cursor --installed --from user \|\| /)
    expect(existsSync(join(scratch.root, config))).toBe(false)
    expect(stderr).toContain('Your agents ask Hookline in all your projects now. To undo that: hookline disconnect')
    expect(stderr).toContain('To let the agents of colleagues ask it too: hookline init --project')
    expect(scratch.hookline(['check']).code).toBe(0)
    expect(scratch.hookline(['trust', 'list']).stdout).toMatch(/^trusted/)
    const denied = scratch.hookline(['trigger', 'beforeShellExecution', '--set', 'command=rm -rf ~', '--json'])
    expect(JSON.parse(denied.stdout)).toMatchObject({ kind: 'refuse', verdict: 'deny' })
    const doctor = scratch.hookline(['doctor', '--prove']).stdout
    expect(doctor).toMatch(/OK +Cursor +8 hooks at gates, PROVED/)
    expect(doctor).not.toContain('FAIL')
  })

  it("writes the project's files for colleagues on request, also later", () => {
    const scratch = sandbox()
    scratch.hookline(['init', '--yes'])
    const { code, stdout, stderr } = scratch.hookline(['init', '--yes', '--project'])
    expect(code).toBe(0)
    expect(stdout).toContain('+++ b/.cursor/hooks.json')
    expect(stderr).toMatch(/● connect-cursor .*\(already there\)/)
    expect(stderr).toContain('The path in hooks.json exists only on this machine')
    const { hooks } = JSON.parse(read(join(scratch.root, config)))
    expect(hooks.preToolUse[0].command).toMatch(
      /hookline(\.[cm]js)? run --host cursor --installed --from project \|\| /,
    )
    const again = scratch.hookline(['init', '--yes', '--project'])
    expect(again).toMatchObject({ code: 0, stdout: '' })
    expect(scratch.hookline(['init', '--user', '--project']).code).toBe(64)
    const bare = sandbox()
    rmSync(join(bare.root, '.cursor'), { recursive: true })
    const none = bare.hookline(['init', '--project', '--dry-run'])
    expect(none).toMatchObject({ code: 64, stderr: expect.stringContaining('Name one: --with connect-cursor') })
    const named = bare.hookline(['init', '--project', '--dry-run', '--with', 'connect-cursor'])
    expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining('+++ b/.cursor/hooks.json') })
  })

  it('cannot connect an agent whose own settings are elsewhere, and names the other way', () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.home, '.claude'))
    const env = { CLAUDE_CONFIG_DIR: join(scratch.directory, 'elsewhere') }
    const { stderr } = scratch.hookline(['init', '--yes', '--without', 'connect-cursor'], { env })
    expect(stderr).toContain('CLAUDE_CONFIG_DIR is set; use --project')
    expect(stderr).toContain('– 3 packs in no agent yet')
    expect(existsSync(join(scratch.home, '.claude/settings.json'))).toBe(false)
  })

  it.each([
    ['the first time', []],
    ['with the files of the project', ['--project']],
  ])('changes nothing the second time, and proves again: %s', (_, flags) => {
    const scratch = sandbox()
    scratch.hookline(['init', '--yes', ...flags])
    const before = [join(scratch.home, config), join(scratch.root, own)].map(read)
    const { code, stdout, stderr } = scratch.hookline(['init', '--yes', ...flags])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('Nothing was changed')
    expect(stderr).toContain('✓ proved: deny')
    expect([join(scratch.home, config), join(scratch.root, own)].map(read)).toEqual(before)
  })

  it('keeps comments, order and existing entries, and runs none of them', () => {
    const scratch = sandbox()
    const mark = join(scratch.directory, 'mark')
    scratch.write(
      config,
      `{\n  // ours\n  "version": 1,\n  "hooks": {\n    "beforeShellExecution": [\n      { "command": "touch ${mark}" } // first\n    ]\n  }\n}\n`,
    )
    scratch.write(own, '{\n  // mine\n  "packs": { "shell-guard": { "level": "strict" } }\n}\n')
    const { code, stderr } = scratch.hookline(['init', '--yes', '--project'])
    expect(code).toBe(0)
    expect(stderr).toContain('existing  .hookline/hookline.json (1 hook), .cursor/hooks.json (1 hook)')
    expect(stderr).toContain('let them run: hookline trust add')
    expect(scratch.hookline(['trust', 'list']).stdout).toBe('')
    expect(read(join(scratch.root, config))).toMatch(
      /^\{\n {2}\/\/ ours\n[\s\S]*touch [^\n]*\}, \/\/ first\n {6}\{\s+"command": "[^"]*run --host cursor --installed --from project [^"]*",\s+"timeout": 600/,
    )
    expect(read(join(scratch.root, own))).toContain('// mine')
    expect(read(join(scratch.root, own))).toContain('"shell-guard": { "level": "strict" }')
    expect(read(join(scratch.root, own))).toContain('"protect-files": {}')
    expect(read(join(scratch.root, own))).toContain('"config-guard": {}')
    expect(existsSync(mark)).toBe(false)
  })

  it('reports that an agent may ignore the file because of an older mistake in it', () => {
    const scratch = sandbox()
    scratch.write(config, hooksFile({ stop: [{ command: 'true' }], beforeShelExecution: [{ command: 'true' }] }))
    const { stderr } = scratch.hookline(['init', '--yes'])
    expect(stderr).toContain('existing  .cursor/hooks.json (1 hook, 1 error)')
    expect(stderr).toContain('– not proved: .cursor/hooks.json has 1 error, so an agent may ignore the whole file')
  })

  it('leaves out a pack that has the name of a hook', () => {
    const scratch = sandbox()
    const mark = join(scratch.directory, 'mark')
    scratch.script('.cursor/hooks/shell-guard.sh', `touch ${mark}`)
    scratch.write(config, hooksFile({ beforeShellExecution: [{ command: '.cursor/hooks/shell-guard.sh' }] }))
    const { code, stderr } = scratch.hookline(['init', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('left out: .cursor/hooks/shell-guard.sh has the same name')
    expect(packsIn(scratch.root)).toEqual(['protect-files', 'config-guard'])
    expect(existsSync(mark)).toBe(false)
  })

  it('leaves config-guard out on request, and unchanged if it is there', () => {
    const scratch = sandbox()
    expect(scratch.hookline(['init', '--yes', '--without', 'config-guard']).code).toBe(0)
    expect(packsIn(scratch.root)).toEqual(['shell-guard', 'protect-files'])
    const other = sandbox()
    other.write(own, '{ "packs": { "config-guard": { "action": "ask" } } }\n')
    const { code, stderr } = other.hookline(['init', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/● config-guard .*\(already there\)/)
    expect(JSON.parse(read(join(other.root, own))).packs['config-guard']).toEqual({ action: 'ask' })
  })

  it('writes nothing in a dry run, and nothing without confirmation', () => {
    const scratch = sandbox()
    const dry = scratch.hookline(['init', '--dry-run', '--with', 'connect-cursor'])
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain('+++ b/.hookline/hookline.json')
    expect(dry.stdout).toContain('+++ b/~/.cursor/hooks.json')
    expect(dry.stdout).not.toContain('+++ b/.cursor/hooks.json')
    const { code, stderr } = scratch.hookline(['init'])
    expect(code).toBe(64)
    expect(stderr).toContain('Add --yes')
    expect(readdirSync(join(scratch.root, '.cursor'))).toEqual([])
    expect(existsSync(join(scratch.root, '.hookline'))).toBe(false)
  })

  it('asks at a terminal: numbers toggle, d shows, y writes', async () => {
    const scratch = sandbox()
    scratch.write('package.json', { scripts: { test: 'node --test' } })
    scratch.write(config, hooksFile({}))
    // The command runs in this process: its home is the sandbox's too.
    for (const [name, value] of Object.entries(scratch.env)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const answers = ['2 3 x 99', '4 6', '', 'd', 'y']
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    let [out, err] = ['', '']
    const stderr = {
      isTTY: true,
      columns: 60,
      write(text: string) {
        err += text
        if (/q to quit: $|diff\] $/.test(text)) setImmediate(() => stdin.write(`${answers.shift()}\n`))
      },
    }
    const stdout = {
      write(text: string) {
        out += text
      },
    }
    const signal = new AbortController().signal
    const code = await run([], {
      stdin,
      stdout,
      stderr,
      env: { ...scratch.env, NO_COLOR: '1' },
      cwd: scratch.root,
      signal,
    })
    expect(code).toBe(0)
    expect(answers).toEqual([])
    expect(err).toMatch(/4 ○ verify-on-stop +stop \(off\)\n {8}runs npm test, at most twice\n/)
    expect(err).toMatch(/\? Unknown input "x". Type a number from 1 to \d+, Enter, or q/)
    expect(err).toContain('? Unknown input "99"')
    expect(out.indexOf(`+++ b/${own}`)).toBeGreaterThan(out.indexOf('Will write'))
    expect(JSON.parse(read(join(scratch.root, own))).packs).toEqual({
      'shell-guard': {},
      'verify-on-stop': { commands: ['npm test'] },
    })
    expect(JSON.parse(read(join(scratch.root, config)))).toEqual(hooksFile({}))
    expect(err).toContain('– 2 packs in no agent yet')
    expect(err).toContain('not proved: verify-on-stop')
  })

  it("gives the agent's entry time for the slowest hook, also one that is added later", () => {
    const scratch = sandbox()
    scratch.write('package.json', { scripts: { test: 'node --test' } })
    scratch.hookline(['init', '--yes', '--with', 'verify-on-stop'])
    const { hooks } = JSON.parse(read(join(scratch.home, config)))
    expect(hooks.stop[0].timeout).toBe(600)
    expect(hooks.preToolUse[0].timeout).toBe(600)
  })

  it('connects Claude Code, keeps its settings, and proves its own command', () => {
    const scratch = sandbox()
    const settings =
      '{\n    "model": "x",\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] }\n}\n'
    scratch.write('.claude/settings.local.json', settings)
    const { code, stderr } = scratch.hookline(['init', '--yes', '--project', '--without', 'connect-claude'])
    expect(stderr).toContain('connect-claude')
    // The hook that was there is not trusted yet.
    expect(stderr).toContain('not proved: Claude Code: its hooks run only after you trust the workspace')
    expect(code).toBe(0)
    const file = join(scratch.root, '.claude/settings.local.json')
    const written = read(file)
    expect(written.startsWith('{\n    "model": "x",\n  "hooks": { "Stop": [')).toBe(true)
    expect(written.match(/hookline\S* run --host claude --installed/g)).toHaveLength(10)
    scratch.hookline(['trust', 'add', '--yes'])
    const again = scratch.hookline(['init', '--yes', '--project', '--without', 'connect-claude'])
    expect(again.stderr).toMatch(/✓ proved: deny {4}rm -rf ~ +through Claude Code's own command/)
    expect(again.stderr).toMatch(/✓ proved: allow {3}git status +through Claude Code's own command/)
    expect(read(file)).toBe(written)
  })

  it("writes the workspace's own hookline into shared files, and this copy's path into private ones", () => {
    const shared = sandbox()
    shared.write('.claude/settings.json', '{}')
    shared.script('node_modules/.bin/hookline', `exec ${process.execPath} ${bin} "$@"`)
    const { stderr } = shared.hookline(['init', '--yes', '--project'])
    expect(stderr).toMatch(/proved: deny {4}read \.env +through Claude Code/)
    expect(stderr).toMatch(/proved: deny {4}read \.env +through Cursor/)
    const { hooks } = JSON.parse(read(join(shared.root, '.claude/settings.json')))
    const command = '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/hookline run --host claude --installed --from project || '
    expect(Object.keys(hooks)).toHaveLength(10)
    expect(hooks.PreToolUse[0].hooks[0].command.startsWith(command)).toBe(true)
    expect(hooks.PreToolUse[0].hooks[0].onFailure).toBeUndefined()
    const cursor = JSON.parse(read(join(shared.root, config))).hooks
    expect(cursor.preToolUse[0].command).toMatch(
      /^node_modules\/.bin\/hookline run --host cursor --installed --from project/,
    )
    expect(cursor.preToolUse[0].failClosed).toBeUndefined()
    const own = sandbox()
    mkdirSync(join(own.home, '.claude'))
    own.hookline(['init', '--user', '--yes'])
    const user = JSON.parse(read(join(own.home, '.claude/settings.json')))
    expect(user.hooks.UserPromptSubmit[0].hooks[0].command).toMatch(
      /^(HOOKLINE_NODE=)?\/.*node \/.*hookline(\.[cm]js)? run --host claude/,
    )
    expect(own.hookline(['init', '--user', '--yes'])).toMatchObject({ code: 0, stdout: '' })
  })

  describe("the user's own entry for Claude Code", () => {
    const userSettings = (scratch: ReturnType<typeof sandbox>) => join(scratch.home, '.claude/settings.json')
    const hooksOf = (scratch: ReturnType<typeof sandbox>) => JSON.parse(read(userSettings(scratch))).hooks
    function connected(hooks: Parameters<typeof hooksFile>[0], settings = '{}') {
      const scratch = sandbox()
      for (const name of ['.claude', '.cursor']) mkdirSync(join(scratch.home, name))
      writeFileSync(userSettings(scratch), settings)
      writeFileSync(join(scratch.home, '.cursor/hooks.json'), JSON.stringify(hooksFile(hooks)))
      const ended = scratch.hookline(['init', '--user', '--yes'])
      return { scratch, ended }
    }

    it('blocks at gates when Hookline is gone, and has time for the slowest hook', () => {
      const { scratch } = connected({
        beforeShellExecution: [{ command: 'true', timeout: 100 }],
        beforeSubmitPrompt: [{ command: 'true' }],
        stop: [{ command: 'true' }],
      })
      const { PreToolUse, UserPromptSubmit, Stop } = hooksOf(scratch)
      const command = expect.stringMatching(/ run --host claude --installed --from user \|\| .*exit 2; \}$/)
      expect(PreToolUse[0].hooks).toEqual([{ type: 'command', command, timeout: 600, onFailure: 'block' }])
      expect(UserPromptSubmit[0].hooks).toEqual([{ type: 'command', command, timeout: 600, onFailure: 'block' }])
      // Exit 2 at Stop would make Claude Code go on without end.
      const plain = expect.stringMatching(/ run --host claude --installed --from user$/)
      expect(Stop[0].hooks).toEqual([{ type: 'command', command: plain, timeout: 600 }])
      expect(scratch.hookline(['check', userSettings(scratch)])).toMatchObject({ code: 0 })
      expect(scratch.hookline(['list', '--calls']).stdout.match(/call {2}/g)).toHaveLength(10)
    })

    it('of an earlier version is updated, and keeps its position', () => {
      const settings = `{
  "hooks": {
    "PreToolUse": [

      { "hooks": [{ "type": "command", "command": "hookline run --host claude --installed" }] }
    ],
    "UserPromptSubmit": [{ "hooks": [{ "type": "command", "command": "hookline run --host claude --installed", "timeout": 20, "onFailure": "continue" }] }]
  }
}
`
      const { scratch } = connected(
        { preToolUse: [{ command: 'true' }], beforeSubmitPrompt: [{ command: 'true' }] },
        settings,
      )
      const text = read(userSettings(scratch))
      expect(text).toContain('"PreToolUse": [\n\n      {')
      expect(text).toMatch(/--from user \|\| [^"]*exit 2; \}", "timeout": 600, "onFailure": "block" \}/)
      // The user has set "continue", so that stays.
      expect(text).toMatch(/--from user \|\| [^"]*exit 2; \}", "timeout": 20, "onFailure": "continue"/)
      expect(scratch.hookline(['init', '--user', '--yes'])).toMatchObject({ code: 0, stdout: '' })
      expect(read(userSettings(scratch))).toBe(text)
    })
  })

  it('trusts only what it wrote', () => {
    const scratch = sandbox()
    scratch.write('package.json', { scripts: { test: 'node --test' } })
    scratch.hookline(['init', '--yes'])
    scratch.hookline(['init', '--yes', '--with', 'verify-on-stop'])
    expect(scratch.hookline(['trust', 'list']).stdout).toMatch(/^trusted/)
    scratch.write(own, { version: 1, packs: { 'shell-guard': { mode: 'monitor' }, 'protect-files': {} } })
    const { stderr } = scratch.hookline(['init', '--yes', '--with', 'verify-on-stop'])
    expect(stderr).toContain('let them run: hookline trust add')
    expect(scratch.hookline(['trust', 'list']).stdout).toMatch(/^changed/)
  })

  it('prints everything as JSON', () => {
    const scratch = sandbox()
    scratch.write('package.json', { devDependencies: { prettier: '3' } })
    const { code, stdout } = scratch.hookline(['init', '--yes', '--json'])
    expect(code).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({
      root: scratch.root,
      result: 'written',
      stack: { manager: 'npm', formatters: ['prettier'] },
    })
    expect(report.proposals.map((one: { name: string; on: boolean }) => [one.name, one.on])).toEqual([
      ['format-on-edit', true],
      ['shell-guard', true],
      ['protect-files', true],
      ['config-guard', true],
      ['notify', false],
      ['connect-cursor', true],
      ['project-files', false],
    ])
    const formats = report.proved.filter(({ kind }: { kind: string }) => kind === 'formats')
    expect(formats).toMatchObject([{ state: 'not proved', why: 'it did not change the file. Is prettier installed?' }])
    expect(report.proved.filter((one: { state: string }) => one.state !== 'proved')).toEqual(formats)
  })

  it('refuses a broken file, a link that leads out, and a home directory', () => {
    const scratch = sandbox()
    scratch.write(config, '{ "version": 1, ')
    expect(scratch.hookline(['init', '--yes', '--project'])).toMatchObject({ code: 1, stdout: '' })
    expect(existsSync(join(scratch.root, '.hookline'))).toBe(false)
    const other = sandbox()
    mkdirSync(join(other.directory, 'outside'))
    symlinkSync(join(other.directory, 'outside'), join(other.root, '.hookline'))
    expect(other.hookline(['init', '--yes']).stderr).toContain('leads out of the workspace')
    expect(readdirSync(join(other.directory, 'outside'))).toEqual([])
    expect(scratch.hookline(['init', '--yes'], { cwd: scratch.home }).stderr).toContain('hookline init --user')
    mkdirSync(join(scratch.directory, '.git'))
    for (const args of [
      ['init', '--yes'],
      ['new', 'x', '--event', 'stop'],
      ['add', 'true', '--event', 'stop'],
    ]) {
      const above = scratch.hookline(args, { cwd: scratch.directory })
      expect(above).toMatchObject({ code: 64, stdout: '' })
      expect(above.stderr).toContain('contains your home directory, so it is not a workspace')
    }
    expect(existsSync(join(scratch.directory, '.cursor'))).toBe(false)
    expect(scratch.hookline(['init', '--with', 'shell-gard'])).toMatchObject({ code: 64 })
    expect(scratch.hookline(['init', 'x'])).toMatchObject({ code: 64 })
  })

  it('does what its help shows', () => {
    const scratch = sandbox()
    expect(scratch.hookline(['init', '--help']).stdout).toContain('Example: hookline init --yes\n')
  })
})

describe('hookline init --user', () => {
  it('creates the directory, the sample and its hooks.json, with a log that only you can read', () => {
    const scratch = sandbox()
    const { code, stderr } = scratch.hookline(['init', '--user', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^– not proved: \d+ cases are decided correctly, but no agent asks these hooks$/m)
    const script = join(scratch.home, '.cursor/hooks/beforePromptSubmit.sh')
    expect(statSync(script).mode & 0o111).toBe(0o111)
    expect(JSON.parse(read(join(scratch.home, config)))).toEqual({
      $schema: './hooks.schema.json',
      version: 1,
      hooks: { beforeSubmitPrompt: [{ command: './hooks/beforePromptSubmit.sh' }] },
    })
    const log = join(scratch.home, 'state/hookline/agent.log')
    expect(existsSync(log)).toBe(false)
    const sent = JSON.parse(scratch.hookline(['trigger', 'beforeSubmitPrompt', '--json']).stdout)
    expect(sent.runs).toMatchObject([{ exitCode: 0, stdout: '{}\n', outcome: { kind: 'replied' } }])
    expect(statSync(log).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['opens the panel on a yes', ['', 'y', 'y'], /http:\/\/127\.0\.0\.1:\d+\/#token=/],
    ['and not on a no', ['', 'y', 'n'], /^(?!.*#token=)/s],
  ])('at a terminal it offers the panel: %s', async (_, answers, shown) => {
    const scratch = sandbox()
    // Without a program that opens a browser.
    for (const [name, value] of Object.entries({ ...scratch.env, PATH: scratch.directory })) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const stop = new AbortController()
    let [out, err] = ['', '']
    const stderr = {
      isTTY: true,
      columns: 80,
      write(text: string) {
        err += text
        if (/\[[^\]]+\] $|q to quit: $/.test(text)) setImmediate(() => stdin.write(`${answers.shift()}\n`))
      },
    }
    const stdout = {
      isTTY: true,
      write(text: string) {
        out += text
        if (text.includes('#token=')) stop.abort()
      },
    }
    const env = { ...scratch.env, NO_COLOR: '1' }
    const code = await run(['--user'], { stdin, stdout, stderr, env, cwd: scratch.root, signal: stop.signal })
    expect({ code, answers }).toEqual({ code: 0, answers: [] })
    expect(err).toContain('Open the panel')
    expect(out).toMatch(shown)
  })

  describe('installs the packs of init', () => {
    const ownFile = (scratch: ReturnType<typeof sandbox>) => join(scratch.home, 'config/hookline/hookline.json')
    const suggested = ['shell-guard', 'protect-files', 'config-guard']
    const leaveOut = (...names: readonly string[]) => names.flatMap((name) => ['--without', name])
    const claudeEvent = (scratch: ReturnType<typeof sandbox>, tool_name: string, tool_input: object): string => {
      const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: scratch.root, tool_name, tool_input }
      return scratch.hookline(['run', '--host', 'claude', '--installed'], { stdin: JSON.stringify(payload) }).stdout
    }

    it('for you, in every workspace, and proves it through the agent', () => {
      const scratch = sandbox()
      mkdirSync(join(scratch.home, '.claude'))
      const { code, stderr } = scratch.hookline(['init', '--user', '--yes'])
      expect(code).toBe(0)
      expect(stderr).toMatch(/proved: deny .*config-guard/)
      expect(stderr).toMatch(/proved: deny .*through Claude Code's own command/)
      expect(Object.keys(JSON.parse(read(ownFile(scratch))).packs)).toEqual(suggested)
      expect(JSON.parse(read(join(scratch.home, '.claude/settings.json'))).hooks.PreToolUse).toHaveLength(1)
      const settings = { file_path: join(scratch.home, '.claude/settings.json'), content: '{}' }
      expect(claudeEvent(scratch, 'Write', settings)).toContain('"deny"')
      expect(claudeEvent(scratch, 'Bash', { command: 'hookline disable config-guard' })).toContain('"deny"')
      expect(claudeEvent(scratch, 'Bash', { command: 'git push --force origin main' })).toContain('"deny"')
      expect(claudeEvent(scratch, 'Bash', { command: 'ls' })).not.toContain('"deny"')
      expect(scratch.hookline(['init', '--user', '--yes'])).toMatchObject({ code: 0, stdout: '' })
    })

    it('beside existing packs and comments', () => {
      const scratch = sandbox()
      mkdirSync(dirname(ownFile(scratch)), { recursive: true })
      writeFileSync(ownFile(scratch), '{\n  // mine\n  "version": 1,\n  "packs": { "notify": {} }\n}\n')
      expect(scratch.hookline(['init', '--user', '--yes']).code).toBe(0)
      expect(read(ownFile(scratch))).toContain('// mine')
      expect(read(ownFile(scratch))).toMatch(/"notify": \{\},\s+"shell-guard": \{\},[^}]+\},\s+"config-guard": \{\}/)
    })

    it('connects every event of the agent where the log is an audit log', () => {
      const scratch = sandbox()
      scratch.write('../home/.cursor/cli.json', '{}')
      scratch.write('../home/config/hookline/hookline.json', { version: 1, hooks: {}, log: { audit: true } })
      const { stdout } = scratch.hookline(['init', '--user', '--dry-run'])
      const ofCursor = eventNames.filter((event) => eventRows[event].since !== 'hookline')
      for (const event of ofCursor) expect(stdout).toContain(`"${event}": [`)
    })

    it('unless you leave them out, and does not change your settings of them', () => {
      const scratch = sandbox()
      const init = (...args: readonly string[]) => scratch.hookline(['init', '--user', '--yes', ...args])
      expect(init(...leaveOut(...suggested)).code).toBe(0)
      expect(existsSync(ownFile(scratch))).toBe(false)
      expect(init('--without', 'shel-guard')).toMatchObject({
        code: 64,
        stderr: expect.stringContaining('shell-guard'),
      })
      expect(init(...leaveOut(...suggested), '--with', 'notify').code).toBe(0)
      expect(JSON.parse(read(ownFile(scratch))).packs).toEqual({ notify: {} })
      const text = '{ "version": 1, "packs": { "config-guard": { "action": "ask" } } }\n'
      writeFileSync(ownFile(scratch), text)
      expect(init(...leaveOut('shell-guard', 'protect-files')).code).toBe(0)
      expect(read(ownFile(scratch))).toBe(text)
    })
  })

  it('overwrites nothing', () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.home, '.cursor/hooks'), { recursive: true })
    const script = join(scratch.home, '.cursor/hooks/beforePromptSubmit.sh')
    const mark = join(scratch.directory, 'mark')
    writeFileSync(script, `#!/bin/sh\ntouch ${mark}\n`)
    writeFileSync(join(scratch.home, config), JSON.stringify(hooksFile({})))
    const without = ['shell-guard', 'protect-files', 'config-guard'].flatMap((name) => ['--without', name])
    const { code, stdout, stderr } = scratch.hookline(['init', '--user', '--yes', ...without])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(scratch.hookline(['init', '--user', '--yes']).stdout).not.toContain('.cursor')
    expect(stderr.match(/Not changed/g)).toHaveLength(2)
    expect(read(script)).toContain('touch')
    expect(JSON.parse(read(join(scratch.home, config)))).toEqual(hooksFile({}))
    expect(existsSync(mark)).toBe(false)
  })

  it('writes nothing in a dry run', () => {
    const scratch = sandbox()
    expect(scratch.hookline(['init', '--user', '--dry-run']).stdout).toContain('agent.log')
    expect(existsSync(join(scratch.home, '.cursor'))).toBe(false)
  })
})

const onlyShellGuard = ['--without', 'protect-files', '--without', 'config-guard']
function withoutAgents(): Sandbox {
  const scratch = sandbox()
  rmSync(join(scratch.root, '.cursor'), { recursive: true })
  return scratch
}

it.each(connectable.map(({ name }) => name))('proves the packs through the own command of %s', (name) => {
  const scratch = withoutAgents()
  const { stdout } = scratch.hookline(['init', '--yes', '--json', '--with', `connect-${name}`, ...onlyShellGuard])
  const { proved, obstacles } = JSON.parse(stdout)
  // An agent that asks for a review of its hooks calls none before it.
  const state = obstacles.length === 0 ? 'proved' : 'not proved'
  expect(proved.filter(({ through }: { through?: string }) => through !== undefined)).toMatchObject([
    { state },
    { state },
  ])
})

it('proves the agents that call Hookline if another one still needs a step', () => {
  const scratch = sandbox()
  const init = ['init', '--yes', ...onlyShellGuard]
  const absent = scratch.hookline([...init, '--with', 'connect-codex'])
  expect([absent.code, absent.stderr]).toEqual([64, expect.stringContaining('anyway: hookline connect codex')])
  mkdirSync(join(scratch.home, '.codex'))
  const { code, stderr } = scratch.hookline(init)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^✓ 1 pack in 1 agent$/m)
  expect(stderr).toMatch(/^✓ proved: deny {4}rm -rf ~ +through Cursor's own command/m)
  expect(stderr).not.toMatch(/✓ proved: .* through Codex/)
  expect(stderr).not.toContain('nothing guards here')
  expect(stderr).toMatch(
    /^– Codex skips the entries in .* that call Hookline: .*\n {2}→ Codex runs these hooks only after/m,
  )
  const { proved, obstacles } = JSON.parse(scratch.hookline([...init, '--json']).stdout)
  expect(obstacles).toMatchObject([{ agent: 'codex', isStep: true }])
  const states = proved.map(({ through, state }: { through?: string; state: string }) => `${through ?? ''}: ${state}`)
  expect(new Set(states)).toEqual(
    new Set([': proved', "through Cursor's own command: proved", "through Codex's own command: not proved"]),
  )
})

it('proves nothing where no agent asks, and says so in one line', () => {
  const scratch = withoutAgents()
  const { code, stderr } = scratch.hookline(['init', '--yes', ...onlyShellGuard])
  expect(code).toBe(0)
  expect(stderr).not.toContain('✓ proved')
  expect(stderr).toMatch(
    /^– 1 pack in no agent yet\n– not proved: \d+ cases are decided correctly, but no agent asks these hooks$/m,
  )
  const { proved } = JSON.parse(scratch.hookline(['init', '--yes', '--json', ...onlyShellGuard]).stdout)
  expect(new Set(proved.map((one: { state: string }) => one.state))).toEqual(new Set(['not proved']))
})
