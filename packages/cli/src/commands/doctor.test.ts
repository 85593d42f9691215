import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { help } from '../commands/doctor.ts'
import type { Finding } from '../doctor/finding.ts'
import { bin, hooksFile, type RunOptions, type Sandbox, sandbox, unsafe } from '../testing/cli.ts'

interface DoctorReport {
  readonly code: number | null
  readonly ok: boolean
  readonly agents: readonly { readonly name: string; readonly level?: string; readonly hooks: number }[]
  readonly findings: readonly Finding[]
}
function doctor(scratch: Sandbox, args: readonly string[] = [], options: RunOptions = {}): DoctorReport {
  const { code, stdout } = scratch.hookline(['doctor', '--json', ...args], options)
  return { code, ...JSON.parse(stdout) }
}
const finding = ({ findings }: DoctorReport, area: string, text = ''): Finding | undefined =>
  findings.find((one) => one.area === area && `${one.subject} ${one.says}`.includes(text))
const cursor = ({ agents }: DoctorReport) => agents.find(({ name }) => name === 'cursor')

function withHooks(hooks: Readonly<Record<string, readonly object[]>>, trust = true): Sandbox {
  const scratch = sandbox()
  scratch.write('.cursor/rules/here.mdc', 'Cursor is used here.')
  scratch.write('.cursor/hooks.json', hooksFile(hooks))
  if (trust) expect(scratch.hookline(['trust', 'add', '--yes']).code).toBe(0)
  return scratch
}

describe('hookline doctor', () => {
  it('shows OK only for what was proved, and runs nothing without asking', () => {
    const scratch = withHooks({ beforeShellExecution: [{ command: 'touch ran' }] })
    const report = doctor(scratch)
    expect(cursor(report)).toMatchObject({ level: 'matched', hooks: 1 })
    expect(finding(report, 'agents')).toMatchObject({ state: 'not-proved', next: 'hookline doctor --prove' })
    expect(existsSync(join(scratch.root, 'ran'))).toBe(false)
    expect(report.code).toBe(0)
  })

  it('proves by running the hooks, and shows the lowest level', () => {
    const scratch = withHooks({
      beforeShellExecution: [{ command: 'true' }, { command: 'true', matcher: 'git\\s+push' }],
      beforeSubmitPrompt: [{ command: 'true' }],
    })
    const report = doctor(scratch, ['--prove'])
    expect(cursor(report)?.level).toBe('proved')
    expect(finding(report, 'agents')?.state).toBe('ok')
    expect(report.findings.filter(({ area }) => area === 'canary').map(({ state }) => state)).toEqual(['ok', 'ok'])

    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: 'true' }, { command: 'true', matcher: '(?=never)x{9}' }] }),
    )
    scratch.hookline(['trust', 'add', '--yes'])
    expect(cursor(doctor(scratch, ['--prove']))?.level).toBe('loaded')
  })

  it('fails if a hook fails, and if that denies a harmless event', () => {
    const report = doctor(withHooks({ beforeReadFile: [{ command: 'exit 1' }] }), ['--prove'])
    expect(report).toMatchObject({ code: 1, ok: false })
    expect(finding(report, 'canary', 'failed (exit)')?.state).toBe('fail')
    expect(finding(report, 'canary', 'even a harmless event is denied')?.state).toBe('fail')
  })

  it('does not send events that cannot deny', () => {
    const scratch = withHooks({ stop: [{ command: 'touch ran' }] })
    const report = doctor(scratch, ['--prove'])
    expect(existsSync(join(scratch.root, 'ran'))).toBe(false)
    expect(finding(report, 'agents', 'observing')).toMatchObject({ state: 'not-proved', next: 'hookline trigger stop' })
  })

  it('reports trust: none, given, followed, lost', () => {
    const scratch = withHooks({ beforeShellExecution: [{ command: 'true' }] }, false)
    expect(finding(doctor(scratch), 'trust')).toMatchObject({
      state: 'warn',
      next: `hookline trust add ${scratch.root}`,
    })
    expect(cursor(doctor(scratch))?.level).toBe('configured')
    scratch.hookline(['trust', 'add', '--yes'])
    expect(finding(doctor(scratch), 'trust', 'trusted since ')?.state).toBe('ok')
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'false' }] }))
    const lost = doctor(scratch)
    expect(finding(lost, 'trust', 'changed since')?.state).toBe('fail')
    expect(lost.code).toBe(1)
    scratch.hookline(['trust', 'add', '--yes', '--follow'])
    expect(finding(doctor(scratch), 'trust', 'followed')?.state).toBe('warn')
  })

  it("finds programs and scripts that are missing, not executable, or not on the desktop's PATH", () => {
    const scratch = withHooks({
      beforeShellExecution: [
        { command: 'no-such-program x' },
        { command: './there.sh' },
        { command: './gone.sh' },
        { command: 'mine' },
      ],
    })
    scratch.write('there.sh', '#!/bin/sh\n')
    mkdirSync(join(scratch.directory, 'bin'))
    writeFileSync(join(scratch.directory, 'bin/mine'), '#!/bin/sh\n', { mode: 0o755 })
    const report = doctor(scratch, [], { env: { PATH: `${process.env.PATH}:${join(scratch.directory, 'bin')}` } })
    expect(finding(report, 'hooks', 'no-such-program is not on the PATH')?.state).toBe('fail')
    expect(finding(report, 'hooks', 'there.sh is not executable')?.next).toBe(
      `chmod +x ${join(scratch.root, 'there.sh')}`,
    )
    expect(finding(report, 'hooks', 'gone.sh does not exist')?.state).toBe('fail')
    expect(finding(report, 'hooks', 'where a desktop app may not find it')?.state).toBe('warn')
  })

  it('reports which files were read, are broken, and do not exist', () => {
    const scratch = sandbox()
    const file = scratch.write('.cursor/hooks.json', '{ "version": 1, "hooks": { "stop": [ }')
    const report = doctor(scratch)
    expect(finding(report, 'files', file)).toMatchObject({ state: 'fail', says: expect.stringContaining('line 1') })
    expect(finding(report, 'files', '/etc/cursor/hooks.json')?.subject).toBe('not found')
  })

  it('warns if others can write managed files or read our state', () => {
    const scratch = withHooks({ stop: [{ command: 'true' }] })
    const managed = join(scratch.directory, 'managed')
    mkdirSync(managed)
    writeFileSync(join(managed, 'hooks.json'), '{"version":1,"hooks":{}}')
    chmodSync(join(managed, 'hooks.json'), 0o666)
    chmodSync(join(scratch.home, 'state/hookline'), 0o755)
    const report = doctor(scratch, [], { env: { HOOKLINE_ENTERPRISE_DIR: managed } })
    expect(finding(report, 'managed', 'other users can write it (mode 0666)')?.state).toBe('warn')
    expect(finding(report, 'managed', 'can be read by other users (mode 0755)')?.next).toMatch(/^chmod 700 /)
  })

  it('runs a command that calls Hookline exactly as it is configured', () => {
    const scratch = sandbox()
    const command = `${process.execPath} ${scratch.directory}/hookline run --host cursor --installed`
    const start = `spawnSync(process.execPath, [${JSON.stringify(bin)}, ...process.argv.slice(2)], { stdio: 'inherit' })`
    const wrapper = `import { spawnSync } from 'node:child_process'\nprocess.exit(${start}.status)\n`
    writeFileSync(join(scratch.directory, 'hookline'), wrapper)
    writeFileSync(join(scratch.directory, 'package.json'), '{"type":"module"}')
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    expect(finding(doctor(scratch, ['--prove']), 'canary', 'the configured command')?.state).toBe('ok')
    writeFileSync(join(scratch.directory, 'hookline'), 'console.log("{}")\n')
    expect(finding(doctor(scratch, ['--prove']), 'canary', 'was not denied')?.state).toBe('fail')
  })

  it('does not show Cursor if there is none, and proves Claude Code after init has connected it', () => {
    const scratch = sandbox()
    rmSync(join(scratch.root, '.cursor'), { recursive: true })
    scratch.write('.claude/settings.json', '{}')
    scratch.write('CLAUDE.md', '# here')
    expect(finding(doctor(scratch), 'agents', 'no hooks are configured')).toMatchObject({ next: 'hookline init' })
    scratch.hookline(['init', '--yes', '--without', 'connect-claude'])
    expect(finding(doctor(scratch), 'agents', 'not connected')).toMatchObject({ subject: 'Claude Code', state: 'warn' })
    scratch.hookline(['init', '--yes', '--project', '--without', 'connect-claude'])
    const report = doctor(scratch, ['--prove'])
    expect(report.agents).toMatchObject([{ name: 'claude', level: 'proved' }])
    expect(finding(report, 'agents', 'PROVED')).toMatchObject({ subject: 'Claude Code', state: 'ok' })
    expect(finding(report, 'canary', 'Claude Code PreToolUse')?.says).toContain('allows and denies correctly')
    expect(existsSync(join(scratch.home, 'state/hookline/log'))).toBe(false)
    // Claude Code continues without a message if its hook cannot start.
    const settings = join(scratch.root, '.claude/settings.local.json')
    writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('/hookline.', '/gone/hookline.'))
    scratch.hookline(['trust', 'add', '--yes'])
    const wrong = doctor(scratch, ['--prove'])
    expect(wrong.code).toBe(1)
    expect(finding(wrong, 'canary', 'Claude Code PreToolUse')?.state).toBe('fail')
    expect(wrong.agents[0]?.level).toBe('configured')
  })

  it('proves nothing, with one reason, while the entry of Claude Code does not guard', () => {
    const scratch = sandbox()
    rmSync(join(scratch.root, '.cursor'), { recursive: true })
    scratch.write('.claude/settings.json', '{}')
    scratch.hookline(['init', '--yes', '--project', '--without', 'connect-claude'])
    const settings = join(scratch.root, '.claude/settings.local.json')
    const text = readFileSync(settings, 'utf8')
    const off = join(scratch.home, '.claude/settings.json')
    const broken = join(scratch.home, '.cursor/hooks.json')
    for (const file of [off, broken]) mkdirSync(dirname(file), { recursive: true })
    const entry = (more: string) => () => writeFileSync(settings, text.replaceAll('"type"', `${more}, "type"`))
    const cases: readonly (readonly [string, () => void])[] = [
      ['nothing guards here', entry('"args": ["--version"]')],
      ['only some actions are guarded', entry('"async": true')],
      ['only some actions are guarded', entry('"if": "Bash(git *)"')],
      [
        'only some actions are guarded',
        () => writeFileSync(settings, text.replaceAll('"hooks": [', '"matcher": "Edit", "hooks": [')),
      ],
      ['nothing guards here', () => writeFileSync(off, '{"disableAllHooks": true}')],
      ['only some actions are guarded', () => writeFileSync(broken, '{ nope')],
    ]
    for (const [want, damage] of cases) {
      damage()
      scratch.hookline(['trust', 'add', '--yes'])
      const report = doctor(scratch, ['--prove'])
      const ours = report.findings.filter(({ subject }) => /^(Claude Code|Hookline)/.test(subject))
      const messages = ours.map(({ says }) => says.match(/nothing guards here|only some actions are guarded/)?.[0])
      expect([...new Set(messages.filter((one) => one !== undefined))]).toEqual([want])
      expect(report.agents.find(({ name }) => name === 'claude')?.level).not.toBe('proved')
      // Events that ignore the matcher have no hooks here.
      const proved = ours.filter(({ state, says }) => state === 'ok' && !says.includes('denies what it cannot read'))
      if (damage !== cases.at(-1)?.[1]) expect(proved).toEqual([])
      writeFileSync(settings, text)
      for (const file of [off, broken]) rmSync(file, { force: true })
    }
  })

  describe('reports that everything is denied, and never that nothing guards', () => {
    const state = (scratch: Sandbox) => join(scratch.home, 'state/hookline')
    const own = (scratch: Sandbox) => join(scratch.home, 'config/hookline/hookline.json')
    const project = (scratch: Sandbox) => join(scratch.root, '.cursor/hooks.json')
    const guarded = (follow = false): Sandbox => {
      const scratch = withHooks({ beforeShellExecution: [{ command: 'true' }] })
      if (follow) expect(scratch.hookline(['trust', 'add', '--yes', '--follow']).code).toBe(0)
      scratch.hookline(['list'])
      return scratch
    }
    const cases: Readonly<Record<string, readonly [() => Sandbox, (scratch: Sandbox) => void, string]>> = {
      'a damaged record of trust': [
        guarded,
        (scratch) => writeFileSync(join(state(scratch), 'trust.json'), '{'),
        'trust.json cannot be read',
      ],
      'a record of trust that is gone': [
        guarded,
        (scratch) => rmSync(join(state(scratch), 'trust.json')),
        'trusted before, but the record of trust is gone',
      ],
      'state and cache that are gone': [
        guarded,
        (scratch) => {
          rmSync(state(scratch), { recursive: true })
          rmSync(join(scratch.home, 'cache'), { recursive: true, force: true })
        },
        'trusted before, but the record of trust is gone',
      ],
      'a damaged file of a followed workspace': [
        () => guarded(true),
        (scratch) => writeFileSync(project(scratch), '{'),
        'no hook of',
      ],
      'a damaged file of the person': [
        () => {
          const scratch = sandbox()
          mkdirSync(dirname(own(scratch)), { recursive: true })
          writeFileSync(own(scratch), JSON.stringify(hooksFile({ beforeShellExecution: [{ command: 'true' }] })))
          scratch.hookline(['list'])
          return scratch
        },
        (scratch) => writeFileSync(own(scratch), '{'),
        'no hook of',
      ],
    }

    it.each(Object.keys(cases))('%s', (name) => {
      const [made, damage, reason] = cases[name] ?? expect.fail()
      const scratch = made()
      damage(scratch)
      const report = doctor(scratch)
      const messages = report.findings.map(({ says }) => says)
      expect(messages.join('\n')).not.toMatch(/nothing guards here|only some actions are guarded/)
      expect(messages.join('\n')).not.toContain('changed since it was trusted')
      expect(
        report.findings
          .filter(({ state }) => state === 'fail')
          .map(({ says }) => says)
          .join('\n'),
      ).toMatch(/den(y|ies|ied)\b.*beforeShellExecution|beforeShellExecution.*den(y|ies|ied)\b/)
      expect(messages.join('\n')).toContain(reason)
      expect(report.code).toBe(1)
    })
  })

  it('reports hooks that no agent runs', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'true' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    const report = doctor(scratch, ['--prove'])
    expect(finding(report, 'agents', 'no agent')).toMatchObject({
      state: 'not-proved',
      next: 'hookline connect',
    })
    expect(JSON.stringify(report.findings)).not.toContain('Cursor ')
  })

  it('does not suggest a command that does not work in the home directory', () => {
    const scratch = sandbox()
    expect(finding(doctor(scratch, [], { cwd: scratch.home }), 'files', 'no hook file')?.next).toBe(
      'hookline init --user',
    )
  })

  it('reads no script outside a workspace that is not trusted', () => {
    const scratch = withHooks({ beforeShellExecution: [{ command: './link.sh' }, { command: '../outside.sh' }] }, false)
    symlinkSync(join(scratch.directory, 'nowhere'), join(scratch.root, 'link.sh'))
    const report = doctor(scratch)
    expect(finding(report, 'hooks', 'is not checked')).toMatchObject({ state: 'not-proved' })
    expect(finding(report, 'hooks', 'does not exist')).toBeUndefined()
    scratch.hookline(['trust', 'add', '--yes'])
    expect(finding(doctor(scratch), 'hooks', 'does not exist')?.state).toBe('fail')
  })

  it('names agents that it does not support', () => {
    const scratch = sandbox()
    scratch.write('.amp/settings.json', '{}')
    expect(finding(doctor(scratch), 'agents', 'not supported yet')).toMatchObject({
      subject: 'Amp',
      state: 'not-proved',
    })
  })

  it('prints states as words, and the next command for everything that is not OK', () => {
    const scratch = withHooks({ beforeShellExecution: [{ command: 'nope-\u001b[31m' }] })
    const { code, stdout, stderr } = scratch.hookline(['doctor'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}NOT PROVED {2}Cursor/m)
    expect(stdout).not.toMatch(unsafe)
    const rows = doctor(scratch).findings
    expect(rows.filter(({ state, next }) => state !== 'ok' && next === undefined)).toEqual([])
    expect(stderr).toMatch(/checks: .*OK\n$/)
  })

  it.each([[['here']], [['--edition', '9']], [['--nope']], [['--cwd', '/nowhere']]])(
    'exits 64, never 2, for %j',
    (args) => {
      expect(sandbox().hookline(['doctor', ...args])).toMatchObject({ code: 64, stdout: '' })
    },
  )

  it('runs the example of its help', () => {
    expect(help).toContain('Example: hookline doctor --prove\n')
    expect(sandbox().hookline(['doctor', '--prove']).code).toBe(0)
  })
})
