import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, sandbox, unsafe } from '../testing/cli.ts'

const config = '.cursor/hooks.json'
const read = (path: string) => readFileSync(path, 'utf8')

describe('hookline add', () => {
  it('creates the file with its schema, shows the diff, and names the next step', () => {
    const scratch = sandbox()
    scratch.script('scripts/guard.sh', 'echo "{}"')
    const args = ['add', 'scripts/guard.sh', '--event', 'beforeShellExecution', '--timeout', '5', '--fail-closed']
    const { code, stdout, stderr } = scratch.hookline([...args, '--matcher', 'git', '--name', 'guard'])
    expect(code).toBe(0)
    expect(stdout).toContain(`+++ b/${config}`)
    expect(stdout).toMatch(/ {2}\+ \.cursor\/hooks\.schema\.json +\d+ lines, generated/)
    expect(stderr).toContain('hookline trust add')
    expect(JSON.parse(read(join(scratch.root, config)))).toEqual({
      $schema: './hooks.schema.json',
      version: 1,
      hooks: {
        beforeShellExecution: [
          { command: 'scripts/guard.sh', matcher: 'git', timeout: 5, failClosed: true, name: 'guard' },
        ],
      },
    })
    expect(JSON.parse(read(join(scratch.root, '.cursor/hooks.schema.json')))).toMatchObject({ title: 'hooks.json' })
    expect(scratch.hookline(['check']).code).toBe(0)
  })

  it.each([
    ['shell-guard', 'protectedBranches=*'],
    ['git-policy', 'protected=*'],
    ['approve-network', 'hosts=*'],
  ])('%s proves what follows from %s', (pack, set) => {
    const scratch = sandbox()
    scratch.hookline(['connect', 'cursor', '--yes'])
    const { code, stderr } = scratch.hookline(['add', pack, '--set', set, '--yes'])
    expect({ code, failed: /FAILED.*/.exec(stderr)?.[0] }).toEqual({ code: 0, failed: undefined })
    expect(stderr).toContain('✓ proved')
  })

  it('proves nothing for a pack that is off, and names the command to turn it on', () => {
    const { code, stderr } = sandbox().hookline(['add', 'shell-guard', '--set', 'enabled=false', '--yes'])
    expect(code).toBe(0)
    expect(stderr).not.toContain('proved:')
    expect(stderr).toContain('The pack is off')
  })

  describe('says of a pack', () => {
    const isActive = /Active for every agent connected to Hookline\. To list them: hookline status/
    const printed = (prepare: readonly (readonly string[])[], add: readonly string[]): string => {
      const scratch = sandbox()
      for (const args of [['connect', 'cursor', '--yes'], ...prepare]) scratch.hookline(args)
      return scratch.hookline(['add', ...add, '--yes']).stderr
    }

    it('that it is active, only where it is', () => {
      expect(printed([], ['notify', '--user'])).toMatch(isActive)
      const followed = [
        ['add', 'git-policy', '--yes'],
        ['trust', 'add', '--yes', '--follow'],
      ]
      expect(printed(followed, ['notify'])).toMatch(isActive)
    })

    it.each([
      ['that was never trusted', []],
      [
        'that has changed',
        [
          ['add', 'git-policy', '--yes'],
          ['trust', 'add', '--yes'],
        ],
      ],
    ])('that trust is missing in a workspace %s', (_, prepare) => {
      const stderr = printed(prepare, ['notify'])
      expect(stderr).not.toContain('Active for every agent')
      expect(stderr).toContain('Not active: its hooks run only after you trust the workspace as it is now.')
      expect(stderr).toContain('hookline trust add')
    })

    it('that only judges what it can do without trust', () => {
      const stderr = printed([], ['shell-guard'])
      expect(stderr).not.toMatch(isActive)
      expect(stderr).toContain('it can only deny or ask until you trust the workspace')
      expect(stderr).toContain('hookline trust add')
    })

    it('that gates refuse everything until the change is trusted, until the last hook is gone and after', () => {
      const scratch = sandbox()
      scratch.write('.hookline/hookline.json', { version: 1, packs: { 'git-policy': {} } })
      scratch.hookline(['trust', 'add', '--yes'])
      const refused = 'Until then everything at beforeShellExecution is refused.\n'
      const added = scratch.hookline(['add', 'shell-guard', '--yes']).stderr
      expect(added).toContain(refused)
      expect(added).not.toContain('Active for')
      expect(scratch.hookline(['remove', 'git-policy', '--yes']).stderr).toContain(refused)
      expect(scratch.hookline(['remove', 'shell-guard', '--yes']).stderr).toMatch(
        /^Removed: shell-guard\n.*hookline trust add\nUntil then everything at beforeShellExecution is refused\.\n$/s,
      )
    })

    it('that it is disabled or off', () => {
      const disabled = printed(
        [
          ['add', 'shell-guard', '--yes'],
          ['disable', 'shell-guard'],
        ],
        ['shell-guard', '--set', 'mode=monitor'],
      )
      expect(disabled).toContain('Not active: it is disabled. To turn it on: hookline enable shell-guard')
      expect(printed([], ['notify', '--set', 'enabled=false'])).not.toMatch(/[Aa]ctive/)
    })
  })

  it('takes a command that is longer than any path', () => {
    const command = `echo ${'x'.repeat(5000)}`
    const added = sandbox().hookline(['add', command, '--event', 'stop', '--dry-run'])
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(command) })
  })

  it('reports that a pack in monitor mode would deny', () => {
    const scratch = sandbox()
    scratch.hookline(['connect', 'cursor', '--yes'])
    const { code, stderr } = scratch.hookline(['add', 'shell-guard', '--set', 'mode=monitor', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/✓ proved: would deny \(monitor only\) rm -rf ~/)
    expect(stderr).not.toMatch(/proved: deny/)
  })

  it('keeps comments and mode, and adds nothing twice', () => {
    const scratch = sandbox()
    const file = scratch.write(
      config,
      '{\n  // ours\n  "version": 1,\n  "hooks": { "stop": [{ "command": "true" }] } // end\n}\n',
    )
    chmodSync(file, 0o640)
    expect(scratch.hookline(['add', 'true', '--event', 'preCompact']).code).toBe(0)
    expect(read(file)).toMatch(/^\{\n {2}\/\/ ours\n[\s\S]*"preCompact": \[[\s\S]*\/\/ end\n\}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o640)
    const before = read(file)
    const again = scratch.hookline(['add', 'true', '--event', 'preCompact'])
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('already has this entry')
    expect(read(file)).toBe(before)
  })

  it("writes a path relative to the hook's working directory", () => {
    const scratch = sandbox()
    scratch.script('sub/my hook.sh', 'echo "{}"')
    scratch.script('top.sh', 'echo "{}"')
    scratch.hookline(['add', './my hook.sh', '--event', 'stop'], { cwd: join(scratch.root, 'sub') })
    scratch.hookline(['add', 'top.sh', '--event', 'stop'])
    const commands = JSON.parse(read(join(scratch.root, config))).hooks.stop.map(
      (one: { command: string }) => one.command,
    )
    expect(commands).toEqual(["'sub/my hook.sh'", './top.sh'])
    scratch.hookline(['trust', 'add', '--yes'])
    const { stdout } = scratch.hookline(['trigger', 'stop', '--json'])
    expect(JSON.parse(stdout).runs.map((run: { exitCode: number }) => run.exitCode)).toEqual([0, 0])
  })

  it('writes to your own file on request, which needs no trust', () => {
    const scratch = sandbox()
    const { code, stdout } = scratch.hookline(['add', 'true', '--event', 'stop', '--user', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ result: 'written', files: [{ action: 'create' }, { action: 'create' }] })
    expect(JSON.parse(read(join(scratch.home, config))).hooks).toEqual({ stop: [{ command: 'true' }] })
    expect(scratch.hookline(['list']).stdout).toMatch(/runs {2}true/)
  })

  it('writes nothing in a dry run', () => {
    const scratch = sandbox()
    const { code, stdout } = scratch.hookline(['add', 'true', '--event', 'stop', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('+      { "command": "true" }')
    expect(existsSync(join(scratch.root, config))).toBe(false)
  })

  it.each([
    [['add'], 'name a pack or a command'],
    [['add', 'true'], 'name its event: --event'],
    [['add', 'true', '--event', 'PreToolUse'], 'preToolUse'],
    [['add', 'shell-guard', '--event', 'stop'], 'hookline add <pack>'],
    [['add', './nope.sh', '--event', 'stop'], 'the file ./nope.sh does not exist'],
    [['add', 'true', '--event', 'stop', '--timeout', '5000'], 'milliseconds'],
    [['add', 'true', '--event', 'stop', '--timeout', '0'], '--timeout must be in seconds'],
    [['add', 'true', '--event', 'stop', '--matcher', '('], 'not a valid regular expression'],
    [['add', 'echo \u001b[31m', '--event', 'stop'], 'control or invisible characters'],
    [['add', 'true', '--event', 'stop', '--name', 'a\u202eb'], 'control or invisible characters'],
    [['add', 'true', '--event', 'stop', '--user', '--project'], 'not both'],
    [['remove'], 'name a hook or a pack'],
    [['remove', 'nope'], 'no hook is named "nope"'],
  ])('%j is wrong usage, and nothing is written', (args, message) => {
    const scratch = sandbox()
    const { code, stdout, stderr } = scratch.hookline(args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(unsafe)
    expect(existsSync(join(scratch.root, config))).toBe(false)
  })

  it('does not change a file that cannot be read', () => {
    const scratch = sandbox()
    const file = scratch.write(config, '{ "version": 1, "hooks": { "stop": [ }')
    const { code, stderr } = scratch.hookline(['add', 'true', '--event', 'stop'])
    expect(code).toBe(1)
    expect(stderr).toContain('.cursor/hooks.json:1:')
    expect(read(file)).toBe('{ "version": 1, "hooks": { "stop": [ }')
  })

  it('follows a link inside the workspace, never one that leads out of it', () => {
    const scratch = sandbox()
    scratch.write('shared.json', hooksFile({}))
    symlinkSync('../shared.json', join(scratch.root, config))
    expect(scratch.hookline(['add', 'true', '--event', 'stop']).code).toBe(0)
    expect(JSON.parse(read(join(scratch.root, 'shared.json'))).hooks).toHaveProperty('stop')
    const other = sandbox()
    const outside = join(other.directory, 'outside.json')
    writeFileSync(outside, JSON.stringify(hooksFile({})))
    symlinkSync(outside, join(other.root, config))
    const { code, stderr } = other.hookline(['add', 'true', '--event', 'stop'])
    expect(code).toBe(1)
    expect(stderr).toContain('leads out of the workspace')
    expect(JSON.parse(read(outside)).hooks).toEqual({})
  })

  it('does what its help shows, and so does remove', () => {
    const scratch = sandbox()
    const example = (name: string) =>
      /^Example: hookline (.*)$/m.exec(scratch.hookline([name, '--help']).stdout)?.[1] ?? ''
    expect(example('add')).toBe("add 'echo done >&2' --event stop --name done --yes")
    expect(scratch.hookline(['add', 'echo done >&2', '--event', 'stop', '--name', 'done', '--yes']).code).toBe(0)
    const { code, stdout, stderr } = scratch.hookline(example('remove').split(' '))
    expect(code).toBe(0)
    expect(stdout).toContain('-      { "command": "echo done >&2", "name": "done" }')
    expect(stderr).toContain('Removed: done')
    expect(JSON.parse(read(join(scratch.root, config))).hooks).toEqual({})
  })
})

describe('hookline remove', () => {
  it('removes the named hook, by id or name', () => {
    const scratch = sandbox()
    scratch.write(
      config,
      '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "a" }, // why\n      { "command": "b", "name": "bee" }\n    ]\n  }\n}\n',
    )
    const [first] = JSON.parse(scratch.hookline(['list', '--json']).stdout).entries
    expect(scratch.hookline(['remove', first.id, '--json']).code).toBe(0)
    expect(read(join(scratch.root, config))).toContain(
      '    "stop": [\n      // why\n      { "command": "b", "name": "bee" }\n',
    )
    expect(scratch.hookline(['remove', 'bee']).code).toBe(0)
    expect(read(join(scratch.root, config))).toContain('// why')
  })

  it('asks for the id if several have the name', () => {
    const scratch = sandbox()
    scratch.write(
      config,
      hooksFile({
        stop: [
          { command: 'a', name: 'x' },
          { command: 'b', name: 'x' },
        ],
      }),
    )
    const { code, stderr } = scratch.hookline(['remove', 'x'])
    expect(code).toBe(64)
    expect(stderr.match(/project\/stop\/[0-9a-f]{8}/g)).toHaveLength(2)
  })

  it('does not change managed hooks and files of other agents', () => {
    const scratch = sandbox()
    const managed = join(scratch.directory, 'managed')
    mkdirSync(managed)
    writeFileSync(join(managed, 'hooks.json'), JSON.stringify(hooksFile({ stop: [{ command: 'a', name: 'boss' }] })))
    scratch.write('.claude/settings.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo claude' }] }] },
    })
    const env = { HOOKLINE_ENTERPRISE_DIR: managed }
    const boss = scratch.hookline(['remove', 'boss'], { env })
    expect(boss.code).toBe(1)
    expect(boss.stderr).toContain('managed')
    const claude = scratch.hookline(['remove', 'echo claude'], { env })
    expect(claude.code).toBe(1)
    expect(claude.stderr).toContain('.claude')
  })
})

describe('hookline add <pack>', () => {
  const own = '.hookline/hookline.json'

  it('proves nothing that no agent would ask, and says how to connect one', () => {
    const { code, stderr } = sandbox().hookline(['add', 'shell-guard', '--yes'])
    expect(code).toBe(0)
    expect(stderr).not.toContain('proved')
    expect(stderr).toMatch(
      /– not connected: no agent calls Hookline. \d cases are decided correctly[\s\S]*→ hookline connect\n/,
    )
    const { stdout } = sandbox().hookline(['add', 'shell-guard', '--yes', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      notConnected: 'not connected: no agent calls Hookline',
      proved: expect.arrayContaining([expect.objectContaining({ state: 'not proved' })]),
    })
  })

  it('writes the parameters of its example, with the schema, and lists what it proved', () => {
    const scratch = sandbox()
    scratch.hookline(['connect', 'cursor', '--yes'])
    const { code, stdout, stderr } = scratch.hookline([
      'add',
      'git-policy',
      '--set',
      'protected=main,release/*',
      '--yes',
    ])
    expect(code).toBe(0)
    expect(stdout).toContain(`+++ b/${own}`)
    expect(stderr).toMatch(/✓ proved: deny +git push --force origin my-feature +git-policy\/git +[\d.]+ ms/)
    expect(stderr).toMatch(/✓ proved: allow +git push origin my-feature +–/)
    expect(JSON.parse(read(join(scratch.root, own)))).toEqual({
      $schema: './hookline.schema.json',
      version: 1,
      packs: { 'git-policy': { protected: ['main', 'release/*'] } },
    })
    expect(scratch.hookline(['check']).code).toBe(0)
  })

  it('changes one parameter and keeps comments, and adds to a list', () => {
    const scratch = sandbox()
    const file = scratch.write(own, '{\n  // ours\n  "packs": { "protect-files": { "shell": true } } // end\n}\n')
    scratch.hookline(['add', 'protect-files', '--set', 'shell=false', '--set', 'allow+=.env.ci', '--yes'])
    expect(read(file)).toMatch(
      /\/\/ ours\n.*"shell": false, "allow": \[\s+".env.example",[\s\S]*".env.ci"\s+\][\s\S]*\/\/ end\n/,
    )
    const again = scratch.hookline(['add', 'protect-files', '--set', 'shell=false', '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ result: 'nothing to do', proved: expect.any(Array) })
  })

  it("writes the user's own file with --user, and a dry run writes nothing", () => {
    const scratch = sandbox()
    expect(scratch.hookline(['add', 'shell-guard', '--user', '--dry-run']).stderr).toContain('Nothing was written')
    expect(scratch.hookline(['add', 'shell-guard', '--user', '--set', 'mode=monitor']).code).toBe(0)
    const { stdout } = scratch.hookline(['list', '--json'])
    expect(JSON.parse(stdout).entries).toMatchObject([
      { name: 'shell-guard/commands', pack: 'shell-guard', monitor: true, trust: 'own', origin: { source: 'user' } },
    ])
    expect(existsSync(join(scratch.root, own))).toBe(false)
  })

  it.each([
    [['add', 'shell-guard', '--set', 'level'], '--set must be key=value'],
    [['add', 'shell-guard', '--set', 'level=hihg'], 'must be "critical" or "high" or "strict"'],
    [['add', 'shell-guard', '--set', 'level+=high'], 'level of shell-guard is not a list'],
    [['add', 'shell-guard', '--matcher', 'x'], '--matcher works only with a command'],
    [['add', 'true', '--event', 'stop', '--set', 'a=b'], '--set works only with a pack'],
    [['packs', 'gitpolicy'], 'Did you mean git-policy?'],
  ])('%j is wrong usage, and nothing is written', (args, message) => {
    const scratch = sandbox()
    const { code, stdout, stderr } = scratch.hookline(args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
    expect(existsSync(join(scratch.root, own))).toBe(false)
  })

  it('is removed by its name or by the name of one of its hooks', () => {
    for (const word of ['protect-files', 'protect-files/reads']) {
      const scratch = sandbox()
      scratch.hookline(['add', 'protect-files', '--yes'])
      const { code, stderr } = scratch.hookline(['remove', word, '--yes'])
      expect(code).toBe(0)
      expect(stderr).toContain('Removed: protect-files')
      expect(JSON.parse(read(join(scratch.root, own)))).not.toHaveProperty('packs')
    }
  })
})
