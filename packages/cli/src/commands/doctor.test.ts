import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { help } from '../commands/doctor.ts'
import type { Finding } from '../doctor/finding.ts'
import { bin, hooksFile, type RunOptions, type Sandbox, sandbox, unsafe } from '../testing/cli.ts'

interface Said {
  readonly code: number | null
  readonly ok: boolean
  readonly agents: readonly { readonly name: string; readonly level?: string; readonly hooks: number }[]
  readonly findings: readonly Finding[]
}
function doctor(box: Sandbox, args: readonly string[] = [], options: RunOptions = {}): Said {
  const { code, stdout } = box.hookline(['doctor', '--json', ...args], options)
  return { code, ...JSON.parse(stdout) }
}
const finding = ({ findings }: Said, area: string, text = ''): Finding | undefined =>
  findings.find((one) => one.area === area && `${one.subject} ${one.says}`.includes(text))
const cursor = ({ agents }: Said) => agents.find(({ name }) => name === 'cursor')

function withHooks(hooks: Readonly<Record<string, readonly object[]>>, trust = true): Sandbox {
  const box = sandbox()
  box.write('.cursor/rules/here.mdc', 'Cursor is used here.')
  box.write('.cursor/hooks.json', hooksFile(hooks))
  if (trust) expect(box.hookline(['trust', 'add', '--yes']).code).toBe(0)
  return box
}

describe('hookline doctor', () => {
  it('shows OK only for what was proved, and runs nothing without asking', () => {
    const box = withHooks({ beforeShellExecution: [{ command: 'touch ran' }] })
    const said = doctor(box)
    expect(cursor(said)).toMatchObject({ level: 'matched', hooks: 1 })
    expect(finding(said, 'agents')).toMatchObject({ state: 'not-proved', next: 'hookline doctor --prove' })
    expect(existsSync(join(box.root, 'ran'))).toBe(false)
    expect(said.code).toBe(0)
  })

  it('proves by running the hooks, and shows the lowest level', () => {
    const box = withHooks({
      beforeShellExecution: [{ command: 'true' }, { command: 'true', matcher: 'git\\s+push' }],
      beforeSubmitPrompt: [{ command: 'true' }],
    })
    const said = doctor(box, ['--prove'])
    expect(cursor(said)?.level).toBe('proved')
    expect(finding(said, 'agents')?.state).toBe('ok')
    expect(said.findings.filter(({ area }) => area === 'canary').map(({ state }) => state)).toEqual(['ok', 'ok'])

    box.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: 'true' }, { command: 'true', matcher: '(?=never)x{9}' }] }),
    )
    box.hookline(['trust', 'add', '--yes'])
    expect(cursor(doctor(box, ['--prove']))?.level).toBe('loaded')
  })

  it('fails if a hook fails, and if that denies a harmless event', () => {
    const said = doctor(withHooks({ beforeReadFile: [{ command: 'exit 1' }] }), ['--prove'])
    expect(said).toMatchObject({ code: 1, ok: false })
    expect(finding(said, 'canary', 'failed (exit)')?.state).toBe('fail')
    expect(finding(said, 'canary', 'even a harmless event is denied')?.state).toBe('fail')
  })

  it('does not send events that cannot deny', () => {
    const box = withHooks({ stop: [{ command: 'touch ran' }] })
    const said = doctor(box, ['--prove'])
    expect(existsSync(join(box.root, 'ran'))).toBe(false)
    expect(finding(said, 'agents', 'observing')).toMatchObject({ state: 'not-proved', next: 'hookline trigger stop' })
  })

  it('reports trust: none, given, followed, lost', () => {
    const box = withHooks({ beforeShellExecution: [{ command: 'true' }] }, false)
    expect(finding(doctor(box), 'trust')).toMatchObject({ state: 'warn', next: `hookline trust add ${box.root}` })
    expect(cursor(doctor(box))?.level).toBe('configured')
    box.hookline(['trust', 'add', '--yes'])
    expect(finding(doctor(box), 'trust', 'trusted since ')?.state).toBe('ok')
    box.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'false' }] }))
    const lost = doctor(box)
    expect(finding(lost, 'trust', 'changed since')?.state).toBe('fail')
    expect(lost.code).toBe(1)
    box.hookline(['trust', 'add', '--yes', '--follow'])
    expect(finding(doctor(box), 'trust', 'followed')?.state).toBe('warn')
  })

  it("finds programs and scripts that are missing, not executable, or not on the desktop's PATH", () => {
    const box = withHooks({
      beforeShellExecution: [
        { command: 'no-such-program x' },
        { command: './there.sh' },
        { command: './gone.sh' },
        { command: 'mine' },
      ],
    })
    box.write('there.sh', '#!/bin/sh\n')
    mkdirSync(join(box.directory, 'bin'))
    writeFileSync(join(box.directory, 'bin/mine'), '#!/bin/sh\n', { mode: 0o755 })
    const said = doctor(box, [], { env: { PATH: `${process.env.PATH}:${join(box.directory, 'bin')}` } })
    expect(finding(said, 'hooks', 'no-such-program is not on the PATH')?.state).toBe('fail')
    expect(finding(said, 'hooks', 'there.sh is not executable')?.next).toBe(`chmod +x ${join(box.root, 'there.sh')}`)
    expect(finding(said, 'hooks', 'gone.sh does not exist')?.state).toBe('fail')
    expect(finding(said, 'hooks', 'where a desktop app may not find it')?.state).toBe('warn')
  })

  it('reports which files were read, are broken, and do not exist', () => {
    const box = sandbox()
    const file = box.write('.cursor/hooks.json', '{ "version": 1, "hooks": { "stop": [ }')
    const said = doctor(box)
    expect(finding(said, 'files', file)).toMatchObject({ state: 'fail', says: expect.stringContaining('line 1') })
    expect(finding(said, 'files', '/etc/cursor/hooks.json')?.subject).toBe('not found')
  })

  it('warns if others can write managed files or read our state', () => {
    const box = withHooks({ stop: [{ command: 'true' }] })
    const managed = join(box.directory, 'managed')
    mkdirSync(managed)
    writeFileSync(join(managed, 'hooks.json'), '{"version":1,"hooks":{}}')
    chmodSync(join(managed, 'hooks.json'), 0o666)
    chmodSync(join(box.home, 'state/hookline'), 0o755)
    const said = doctor(box, [], { env: { HOOKLINE_ENTERPRISE_DIR: managed } })
    expect(finding(said, 'managed', 'other users can write it (mode 0666)')?.state).toBe('warn')
    expect(finding(said, 'managed', 'can be read by other users (mode 0755)')?.next).toMatch(/^chmod 700 /)
  })

  it('runs a command that calls Hookline exactly as it is configured', () => {
    const box = sandbox()
    const command = `${process.execPath} ${box.directory}/hookline run --host cursor --installed`
    writeFileSync(join(box.directory, 'hookline'), `import ${JSON.stringify(bin)}\n`)
    writeFileSync(join(box.directory, 'package.json'), '{"type":"module"}')
    box.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command }] }))
    box.hookline(['trust', 'add', '--yes'])
    expect(finding(doctor(box, ['--prove']), 'canary', 'the configured command')?.state).toBe('ok')
    writeFileSync(join(box.directory, 'hookline'), 'console.log("{}")\n')
    expect(finding(doctor(box, ['--prove']), 'canary', 'was not denied')?.state).toBe('fail')
  })

  it('does not show Cursor if there is none, and proves Claude Code after init has connected it', () => {
    const box = sandbox()
    rmSync(join(box.root, '.cursor'), { recursive: true })
    box.write('.claude/settings.json', '{}')
    box.write('CLAUDE.md', '# here')
    expect(finding(doctor(box), 'agents', 'no hooks are configured')).toMatchObject({ next: 'hookline init' })
    box.hookline(['init', '--yes', '--without', 'connect-claude'])
    expect(finding(doctor(box), 'agents', 'not connected')).toMatchObject({ subject: 'Claude Code', state: 'warn' })
    box.hookline(['init', '--yes'])
    const said = doctor(box, ['--prove'])
    expect(said.agents).toMatchObject([{ name: 'claude', level: 'proved' }])
    expect(finding(said, 'agents', 'PROVED')).toMatchObject({ subject: 'Claude Code', state: 'ok' })
    expect(finding(said, 'canary', 'Claude Code PreToolUse')?.says).toContain('allows and denies correctly')
    expect(existsSync(join(box.home, 'state/hookline/log'))).toBe(false)
    // Claude Code continues without a message if its hook cannot start.
    const settings = join(box.root, '.claude/settings.local.json')
    writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('/hookline.', '/gone/hookline.'))
    box.hookline(['trust', 'add', '--yes'])
    const wrong = doctor(box, ['--prove'])
    expect(wrong.code).toBe(1)
    expect(finding(wrong, 'canary', 'Claude Code PreToolUse')?.state).toBe('fail')
    expect(wrong.agents[0]?.level).toBe('matched')
  }, 60_000)

  it('proves nothing, with one reason, while the entry of Claude Code does not guard', () => {
    const box = sandbox()
    rmSync(join(box.root, '.cursor'), { recursive: true })
    box.write('.claude/settings.json', '{}')
    box.hookline(['init', '--yes'])
    const settings = join(box.root, '.claude/settings.local.json')
    const text = readFileSync(settings, 'utf8')
    const off = join(box.home, '.claude/settings.json')
    const broken = join(box.home, '.cursor/hooks.json')
    for (const file of [off, broken]) mkdirSync(dirname(file), { recursive: true })
    const entry = (more: string) => () => writeFileSync(settings, text.replace('"type"', `${more}, "type"`))
    const cases: readonly (readonly [string, () => void])[] = [
      ['nothing guards here', entry('"args": ["--version"]')],
      ['only some actions are guarded', entry('"async": true')],
      ['only some actions are guarded', entry('"if": "Bash(git *)"')],
      [
        'only some actions are guarded',
        () => writeFileSync(settings, text.replace('"hooks": [', '"matcher": "Edit", "hooks": [')),
      ],
      ['nothing guards here', () => writeFileSync(off, '{"disableAllHooks": true}')],
      ['only some actions are guarded', () => writeFileSync(broken, '{ nope')],
    ]
    for (const [want, damage] of cases) {
      damage()
      box.hookline(['trust', 'add', '--yes'])
      const said = doctor(box, ['--prove'])
      const ours = said.findings.filter(({ subject }) => /^(Claude Code|Hookline)/.test(subject))
      const texts = ours.map(({ says }) => says.match(/nothing guards here|only some actions are guarded/)?.[0])
      expect([...new Set(texts.filter((one) => one !== undefined))]).toEqual([want])
      expect(said.agents.find(({ name }) => name === 'claude')?.level).not.toBe('proved')
      if (damage !== cases.at(-1)?.[1]) expect(ours.filter(({ state }) => state === 'ok')).toEqual([])
      writeFileSync(settings, text)
      for (const file of [off, broken]) rmSync(file, { force: true })
    }
  }, 120_000)

  describe('reports that everything is denied, and never that nothing guards', () => {
    const state = (box: Sandbox) => join(box.home, 'state/hookline')
    const own = (box: Sandbox) => join(box.home, 'config/hookline/hookline.json')
    const project = (box: Sandbox) => join(box.root, '.cursor/hooks.json')
    const guarded = (follow = false): Sandbox => {
      const box = withHooks({ beforeShellExecution: [{ command: 'true' }] })
      if (follow) expect(box.hookline(['trust', 'add', '--yes', '--follow']).code).toBe(0)
      box.hookline(['list'])
      return box
    }
    const cases: Readonly<Record<string, readonly [() => Sandbox, (box: Sandbox) => void, string]>> = {
      'a damaged record of trust': [
        guarded,
        (box) => writeFileSync(join(state(box), 'trust.json'), '{'),
        'trust.json cannot be read',
      ],
      'a record of trust that is gone': [
        guarded,
        (box) => rmSync(join(state(box), 'trust.json')),
        'trusted before, but the record of trust is gone',
      ],
      'state and cache that are gone': [
        guarded,
        (box) => {
          rmSync(state(box), { recursive: true })
          rmSync(join(box.home, 'cache'), { recursive: true, force: true })
        },
        'trusted before, but the record of trust is gone',
      ],
      'a damaged file of a followed workspace': [
        () => guarded(true),
        (box) => writeFileSync(project(box), '{'),
        'no hook of',
      ],
      'a damaged file of the person': [
        () => {
          const box = sandbox()
          mkdirSync(dirname(own(box)), { recursive: true })
          writeFileSync(own(box), JSON.stringify(hooksFile({ beforeShellExecution: [{ command: 'true' }] })))
          box.hookline(['list'])
          return box
        },
        (box) => writeFileSync(own(box), '{'),
        'no hook of',
      ],
    }

    it.each(Object.keys(cases))('%s', (name) => {
      const [made, damage, reason] = cases[name] ?? expect.fail()
      const box = made()
      damage(box)
      const said = doctor(box)
      const texts = said.findings.map(({ says }) => says)
      expect(texts.join('\n')).not.toMatch(/nothing guards here|only some actions are guarded/)
      expect(texts.join('\n')).not.toContain('changed since it was trusted')
      expect(
        said.findings
          .filter(({ state }) => state === 'fail')
          .map(({ says }) => says)
          .join('\n'),
      ).toMatch(/den(y|ies|ied)\b.*beforeShellExecution|beforeShellExecution.*den(y|ies|ied)\b/)
      expect(texts.join('\n')).toContain(reason)
      expect(said.code).toBe(1)
    })
  })

  it('reports hooks that no agent runs', () => {
    const box = sandbox()
    box.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'true' }] }))
    box.hookline(['trust', 'add', '--yes'])
    const said = doctor(box, ['--prove'])
    expect(finding(said, 'agents', 'no agent')).toMatchObject({
      state: 'not-proved',
      next: 'to connect an agent: hookline init',
    })
    expect(JSON.stringify(said.findings)).not.toContain('Cursor ')
  })

  it('does not suggest a command that does not work in the home directory', () => {
    const box = sandbox()
    expect(finding(doctor(box, [], { cwd: box.home }), 'files', 'no hook file')?.next).toBe('hookline init --user')
  })

  it('reads no script outside a workspace that is not trusted', () => {
    const box = withHooks({ beforeShellExecution: [{ command: './link.sh' }, { command: '../outside.sh' }] }, false)
    symlinkSync(join(box.directory, 'nowhere'), join(box.root, 'link.sh'))
    const said = doctor(box)
    expect(finding(said, 'hooks', 'is not checked')).toMatchObject({ state: 'not-proved' })
    expect(finding(said, 'hooks', 'does not exist')).toBeUndefined()
    box.hookline(['trust', 'add', '--yes'])
    expect(finding(doctor(box), 'hooks', 'does not exist')?.state).toBe('fail')
  })

  it('names agents that it does not support', () => {
    const box = sandbox()
    box.write('.codex/hooks.json', '{}')
    expect(finding(doctor(box), 'agents', 'not supported yet')).toMatchObject({ subject: 'Codex', state: 'not-proved' })
  })

  it('prints states as words, and the next command for everything that is not OK', () => {
    const box = withHooks({ beforeShellExecution: [{ command: 'nope-\u001b[31m' }] })
    const { code, stdout, stderr } = box.hookline(['doctor'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}NOT PROVED {2}Cursor/m)
    expect(stdout).not.toMatch(unsafe)
    const rows = doctor(box).findings
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
