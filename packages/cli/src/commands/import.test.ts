import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

const rm =
  '---\nname: no-rm\nenabled: true\nevent: bash\npattern: rm\\s+-rf\naction: block\n---\n\nMove it to the trash.\n'
const own = '.hookline/hookline.json'

describe('hookline import hookify', () => {
  it('writes rule hooks that deny what the rule denied', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.no-rm.local.md', rm)
    const { code, stdout, stderr } = scratch.hookline(['import', 'hookify', '--yes'])
    expect(code).toBe(0)
    expect(stdout).toContain('"regex_match": "rm\\\\s+-rf"')
    expect(stderr).toContain('1 rule read, 1 converted as rule hooks.\n  no-rm: beforeShellExecution deny\n')
    expect(stderr).toContain('hookline trust add')
    expect(scratch.hookline(['check']).code).toBe(0)
    scratch.hookline(['trust', 'add', '--yes'])
    const denied = scratch.hookline(['trigger', 'beforeShellExecution', '--set', 'command=RM  -rf x', '--json'])
    expect(JSON.parse(denied.stdout)).toMatchObject({ verdict: 'deny' })
    expect(denied.stdout).toContain('Move it to the trash.')
  })

  it('keeps comments, changes nothing the second time, and replaces a rule that changed', () => {
    const scratch = sandbox()
    scratch.write(own, '{\n  // ours\n  "version": 1\n}\n')
    scratch.write('.claude/hookify.no-rm.local.md', rm)
    scratch.hookline(['import', 'hookify', '--yes'])
    const first = readFileSync(join(scratch.root, own), 'utf8')
    expect(first).toContain('// ours')
    const again = scratch.hookline(['import', 'hookify'])
    expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: '' })
    expect(again.stderr).toContain('Nothing was changed')
    scratch.write('.claude/hookify.no-rm.local.md', rm.replace('rm\\s', 'shred\\s'))
    scratch.hookline(['import', 'hookify', '--yes'])
    const second = readFileSync(join(scratch.root, own), 'utf8')
    expect(second.match(/hookify-no-rm/g)).toHaveLength(1)
    expect(second).toContain('shred')
    scratch.write('.claude/hookify.no-rm.local.md', rm.replace('enabled: true', 'enabled: false'))
    scratch.hookline(['import', 'hookify', '--yes'])
    expect(readFileSync(join(scratch.root, own), 'utf8')).not.toContain('hookify-no-rm')
  })

  it('removes the hooks of a rule whose file is gone, and reports it', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.no-rm.local.md', rm)
    scratch.write('.claude/hookify.other.local.md', rm.replace('rm\\s', 'shred\\s'))
    scratch.write(own, '{ "hooks": { "stop": [{ "name": "mine", "command": "true" }] } }')
    scratch.hookline(['import', 'hookify', '--yes'])
    rmSync(join(scratch.root, '.claude/hookify.other.local.md'))
    const { code, stderr } = scratch.hookline(['import', 'hookify', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain(
      'Removed, from an earlier import:\n  hookify-other: beforeShellExecution, in .hookline/hookline.json\n',
    )
    rmSync(join(scratch.root, '.claude/hookify.no-rm.local.md'))
    expect(scratch.hookline(['import', 'hookify', '--yes']).code).toBe(0)
    const left = readFileSync(join(scratch.root, own), 'utf8')
    expect(left).toContain('"mine"')
    expect(left).not.toContain('hookify-')
    expect(scratch.hookline(['import', 'hookify']).code).toBe(1)
  })

  it('removes the script of a disabled rule, and no script of the user', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.no-rm.local.md', rm)
    scratch.write('.cursor/hooks/hookify-mine.sh', '#!/bin/sh\nexit 0\n')
    scratch.hookline(['import', 'hookify', '--standalone', '--yes'])
    scratch.write('.claude/hookify.no-rm.local.md', rm.replace('enabled: true', 'enabled: false'))
    const { stdout } = scratch.hookline(['import', 'hookify', '--standalone', '--yes'])
    expect(stdout).toMatch(/- \.cursor\/hooks\/hookify-no-rm\.sh +removed/)
    expect(readdirSync(join(scratch.root, '.cursor/hooks'))).toEqual(['hookify-mine.sh'])
  })

  it('in the other format removes the first import, so that a rule runs once', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.no-rm.local.md', rm)
    scratch.hookline(['import', 'hookify', '--standalone', '--yes'])
    const { stderr } = scratch.hookline(['import', 'hookify', '--yes'])
    expect(stderr).toContain('  .cursor/hooks/hookify-no-rm.sh: beforeShellExecution, in .cursor/hooks.json\n')
    expect(readdirSync(join(scratch.root, '.cursor/hooks'))).toEqual([])
    const back = scratch.hookline(['import', 'hookify', '--standalone', '--yes'])
    expect(back.stderr).toContain('  hookify-no-rm: beforeShellExecution, in .hookline/hookline.json\n')
    expect(readFileSync(join(scratch.root, own), 'utf8')).not.toContain('hookify-no-rm')
  })

  it('reports a file that cannot be read, keeps its hooks, and imports the others', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.a.local.md', rm)
    scratch.hookline(['import', 'hookify', '--yes'])
    rmSync(join(scratch.root, '.claude/hookify.a.local.md'))
    mkdirSync(join(scratch.root, '.claude/hookify.a.local.md'))
    scratch.write('.claude/hookify.b.local.md', rm)
    const { code, stderr } = scratch.hookline(['import', 'hookify', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain('2 rules read, 1 converted')
    expect(stderr).toContain('cannot be read:\n')
    expect(stderr).toContain('.claude/hookify.a.local.md:1')
    expect(readFileSync(join(scratch.root, own), 'utf8')).toMatch(/hookify-a[\s\S]*hookify-b/)
  })

  it('with --standalone writes scripts and entries that work without Hookline', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.no-rm.local.md', rm)
    const { code, stderr } = scratch.hookline(['import', 'hookify', '--standalone', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain(
      '1 rule read, 1 converted as scripts.\n  no-rm: beforeShellExecution deny\nThe scripts need python3 on every machine that runs them.\n',
    )
    expect(readdirSync(join(scratch.root, '.cursor/hooks'))).toEqual(['hookify-no-rm.sh'])
    const script = readFileSync(join(scratch.root, '.cursor/hooks/hookify-no-rm.sh'), 'utf8')
    expect(script).toContain('# Generated from: .claude/hookify.no-rm.local.md\n# Description: Move it to the trash.\n')
    expect(JSON.parse(readFileSync(join(scratch.root, '.cursor/hooks.json'), 'utf8')).hooks).toEqual({
      beforeShellExecution: [{ command: '.cursor/hooks/hookify-no-rm.sh', failClosed: true }],
    })
    expect(existsSync(join(scratch.root, own))).toBe(false)
  })

  it('names each script in its JSON, and mentions python3 only if a script is written', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.a.local.md', rm)
    scratch.write('.claude/hookify.b.local.md', rm.replace('enabled: true', 'enabled: false'))
    const { stdout } = scratch.hookline(['import', 'hookify', '--standalone', '--dry-run', '--json'])
    const scripts = JSON.parse(stdout).rules.map(({ script }: { script?: unknown }) => script)
    expect(scripts).toEqual([{ name: 'hookify-a.sh' }, undefined])
    expect(scratch.hookline(['import', 'hookify', '--dry-run']).stderr).not.toContain('python3')
  })

  it('replaces a script that an earlier version wrote in awk', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.no-rm.local.md', rm)
    const script = '.cursor/hooks/hookify-no-rm.sh'
    scratch.write(script, "#!/bin/sh\n# Generated from: .claude/hookify.no-rm.local.md\njudged=$(awk 'BEGIN {}')\n")
    expect(scratch.hookline(['import', 'hookify', '--standalone', '--yes']).code).toBe(0)
    const text = readFileSync(join(scratch.root, script), 'utf8')
    expect(text).toContain('python3')
    expect(text).not.toContain('awk')
  })

  it('shows the lines of a fix, and with --cure writes and imports them', () => {
    const scratch = sandbox()
    const file = '.claude/hookify.done.local.md'
    scratch.write(file, '---\nname: done\nevent: stop\naction: block\npattern: TODO\n---\nFinish it.\n')
    const lines = ['conditions:', '  - field: transcript', '    operator: regex_match', '    pattern: TODO']
    const reported = scratch.hookline(['import', 'hookify'])
    expect(reported.stderr).toContain(
      `Write in its place:\n    ${file}:5\n${lines.map((line) => `        ${line}\n`).join('')}`,
    )
    expect(reported.stderr).toContain('hookline import hookify --cure')
    const fixed = scratch.hookline(['import', 'hookify', '--cure', '--yes'])
    expect(fixed.code).toBe(0)
    expect(fixed.stderr).toContain('1 rule read, 1 converted as rule hooks.\n  done: stop\n1 rule file fixed.\n')
    expect(fixed.stderr).not.toContain('never fires')
    expect(readFileSync(join(scratch.root, file), 'utf8')).toBe(
      `---\nname: done\nevent: stop\naction: block\n${lines.join('\n')}\n---\nFinish it.\n`,
    )
    expect(readFileSync(join(scratch.root, own), 'utf8')).toContain('"field": "transcript"')
    expect(scratch.hookline(['import', 'hookify', '--cure']).stderr).toContain('Nothing was changed')
  })

  it('imports the other rules after a broken one, and exits with 1', () => {
    const scratch = sandbox()
    scratch.write('.claude/hookify.a.local.md', 'no front matter')
    scratch.write('.claude/hookify.b.local.md', rm.replace('rm\\s+-rf', 'rm++'))
    scratch.write('.claude/hookify.c.local.md', rm)
    const { code, stdout } = scratch.hookline(['import', 'hookify', '--dry-run', '--json'])
    const data = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(data.notes.map((note: { kind: string; line: number }) => [note.kind, note.line])).toEqual([
      ['broken', 1],
      ['left-out', 5],
    ])
    expect(data).toMatchObject({ version: 1, result: 'dry run', files: [{}, { action: 'create' }] })
    expect(existsSync(join(scratch.root, own))).toBe(false)
  })

  it.each([
    [[], 64, 'name a format'],
    [['cursorrules'], 64, 'unknown format "cursorrules"'],
    [['hookify', 'nowhere'], 64, 'is not a directory'],
    [['hookify'], 1, 'there is no .claude/hookify.*.local.md'],
  ])('answers %j with %i', (args, code, text) => {
    const ended = sandbox().hookline(['import', ...args])
    expect(ended.code).toBe(code)
    expect(ended.stderr).toContain(text)
  })
})
