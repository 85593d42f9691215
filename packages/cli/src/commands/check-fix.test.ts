import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'
import { hasTerminal, openTerminal } from '../testing/terminal.ts'

/** What the hook author of the first five minutes has in front of them. */
const authored = `{
  "version": 1,
  "hooks": {
    "userPromptSubmit": [{ "command": ".cursor/hooks/guard.sh" }],
    "afterFileEdit": [
      // every edit is written down
      { "command": "./hooks/audit.sh" }
    ],
    "stop": [{ "command": "true", "timeout": 60000 }],
    "beforeShellExecution": [
      { "command": ".cursor/hooks/guard.sh" }
    ]
  }
}
`

function authoring() {
  const scratch = sandbox()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', scratch.root, ...args], { encoding: 'utf8', stdio: 'pipe' })
  const file = scratch.write('.cursor/hooks.json', authored)
  scratch.script('.cursor/hooks/audit.sh', 'cat >> audit.log')
  const guard = scratch.script('.cursor/hooks/guard.sh', 'command=$(jq -r .command)\nexit 0')
  chmodSync(guard, 0o644)
  git('init', '-q')
  git('add', '.')
  chmodSync(guard, 0o755)
  return { ...scratch, file, guard, git }
}

describe('hookline check --fix', () => {
  it('names what the author of a hook does not see, and what can be fixed', () => {
    const { hookline } = authoring()
    const { code, stdout } = hookline(['check'])
    expect(code).toBe(1)
    for (const line of [
      /^ {2}4:5 +error +unknown-event .*"userPromptSubmit"/m,
      /beforeSubmitPrompt`\. Cursor\s+ignores\s+the\s+WHOLE\s+file/,
      /^ {2}7:20 +error +wrong-directory \.\/hooks\/audit\.sh .* {2}--fix$/m,
      /Project hooks run in the project's root\. The script is at \.cursor\/hooks\/audit\.sh\./,
      /^ {2}9:46 +warning +timeout-unit `timeout` is 60000 seconds \(16 h 40 min\).* {2}--fix$/m,
      /^ {2}11:20 +warning +not-executable \.cursor\/hooks\/guard\.sh is not executable in git \(100644\) {2}--fix$/m,
      /^\.cursor\/hooks\/guard\.sh\n {2}1:1 +warning +always-allows/m,
      /^ {2}2:11 +warning +jq-unchecked/m,
      /^2 errors, \d warnings, 1 note · 3 fixable$/m,
    ])
      expect(stdout).toMatch(line)
  })

  it.runIf(hasTerminal)('asks nothing at a terminal with --yes, and leaves the trust as it is', async () => {
    const scratch = authoring()
    scratch.hookline(['trust', 'add', '--yes'])
    const terminal = openTerminal(scratch, ['check', '--fix', '--yes'])
    expect(await terminal.ended).toBe(1)
    expect(terminal.shown()).not.toContain('[y/N]')
    expect(readFileSync(scratch.file, 'utf8')).toContain('"timeout": 60 ')
    expect(scratch.hookline(['trust', 'list']).stdout).toMatch(/^changed /)
    const lone = scratch.hookline(['check', '--yes'])
    expect([lone.code, lone.stderr]).toEqual([64, expect.stringContaining('--yes goes with --fix')])
  })

  it('shows what it would do, and does nothing', () => {
    const { hookline, file, git } = authoring()
    const { stdout } = hookline(['check', '--fix', '--dry-run'])
    for (const line of [
      '-      { "command": "./hooks/audit.sh" }',
      '+      { "command": ".cursor/hooks/audit.sh" }',
      '-    "stop": [{ "command": "true", "timeout": 60000 }],',
      '+    "stop": [{ "command": "true", "timeout": 60 }],',
      '+mode 100755 (executable, on disk and in git)',
      '2 files would change; nothing was written.',
    ])
      expect(stdout.split('\n')).toContain(line)
    expect(readFileSync(file, 'utf8')).toBe(authored)
    expect(git('ls-files', '-s')).toContain('100644')
  })

  it('fixes what is safe, keeps the rest as written, and has nothing to do the second time', () => {
    const { hookline, file, git } = authoring()
    chmodSync(file, 0o640)
    const first = hookline(['check', '--fix'])
    expect(first).toMatchObject({ code: 1, stderr: '' })
    expect(first.stdout).toMatch(/^2 files changed\.$/m)
    expect(first.stdout).not.toMatch(/--fix$/m)
    const fixed = readFileSync(file, 'utf8')
    expect(fixed).toBe(authored.replace('./hooks/audit', '.cursor/hooks/audit').replace('60000', '60'))
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(git('ls-files', '-s', '.cursor/hooks/guard.sh')).toMatch(/^100755/)
    const again = hookline(['check', '--fix'])
    expect(again.stdout).toMatch(/^No problem here can be fixed automatically\./)
    expect(readFileSync(file, 'utf8')).toBe(fixed)
  })

  it('keeps data apart from chatter', () => {
    const { hookline } = authoring()
    const { stdout, stderr } = hookline(['check', '--fix', '--format', 'sarif'])
    expect(JSON.parse(stdout).version).toBe('2.1.0')
    expect(stderr).toMatch(/^\+\+\+ \.cursor\/hooks\.json$/m)
  })

  it("does not touch a managed file, nor the person's own from a workspace", () => {
    const { hookline, write, home, directory } = sandbox()
    write('.cursor/hooks.json', '{ "version": 1, "hooks": {} }')
    const text = '{ "version": 1, "hooks": { "stop": [{ "command": "true", "timeout": 5000 }] } }'
    const files = [join(directory, 'managed/hooks.json'), join(home, '.cursor/hooks.json')]
    for (const file of files) {
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, text)
    }
    const env = { HOOKLINE_ENTERPRISE_DIR: join(directory, 'managed') }
    const { stdout } = hookline(['check', '--fix'], { env })
    expect(stdout).toMatch(/timeout-unit/)
    expect(stdout).not.toMatch(/--fix|fixable/)
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual([text, text])
    expect(hookline(['check', '--fix', files[1] as string]).stdout).toMatch(/1 file changed/)
    expect(readFileSync(files[1] as string, 'utf8')).toContain('"timeout": 5 ')
  })

  it.each(['human', 'json', 'sarif', 'github', 'junit'])('prints %s', (format) => {
    const { hookline } = authoring()
    const { code, stdout, stderr } = hookline(['check', '--format', format])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain('unknown-event')
  })

  it('knows a Claude Code file by what stands in it', () => {
    const { hookline, write } = sandbox()
    write('samples/team.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } })
    expect(hookline(['check', 'samples/team.json'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^no problems/),
    })
  })
})
