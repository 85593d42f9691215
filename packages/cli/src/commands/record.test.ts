import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const guard = `case "$(cat)" in
  *"push -f"*) echo '{"permission":"deny","agent_message":"Not here."}' ;;
  *crash*) exit 1 ;;
  *abcdefghijklmnop123*) exit 2 ;;
esac`

function recorded(commands: readonly string[]): Sandbox {
  const scratch = sandbox()
  scratch.script('.cursor/hooks/guard.sh', guard)
  const entry = { command: '.cursor/hooks/guard.sh' }
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [entry],
      beforeSubmitPrompt: [entry],
      beforeReadFile: [entry],
      afterFileEdit: [{ command: 'true', name: 'formatter' }],
    }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  for (const command of commands) scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
  return scratch
}
const text = (scratch: Sandbox, path: string): string => readFileSync(join(scratch.root, path), 'utf8')
const file = '.cursor/hooks/guard.hooktest.yaml'

describe('hookline record', () => {
  it('writes a case for each different event beside the hook, and they pass', () => {
    const scratch = recorded(['npm test', 'git push -f', 'npm test'])
    scratch.hookline(['trigger', 'afterFileEdit', '--file', 'src/a.ts'])
    const { code, stdout, stderr } = scratch.hookline(['record'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\+ \.cursor\/hooks\/guard\.hooktest\.yaml +\d+ lines/)
    expect(stderr).toContain('3 cases written. To run them: hookline test ')
    expect(stderr).toContain('1 run left out: a newer one has the same event and decision.')
    expect(
      text(scratch, file),
    ).toBe(`# Recorded by hookline record. Edit it like any test, and run it with: hookline test

hook: ./guard.sh
event: beforeShellExecution
cases:
  - input: { command: git push -f }
    want: { verdict: deny, agent_message: Not here. }
  - input: { command: npm test }
    want: { verdict: allow }
`)
    expect(text(scratch, '.cursor/formatter.hooktest.yaml')).toContain('hook: formatter\nevent: afterFileEdit\n')
    const tested = scratch.hookline(['test'])
    expect(tested.stdout).toMatch(/✓ deny {3}git push -f/)
    expect(tested.code).toBe(0)
  })

  it('adds new cases to an existing file after a diff and a yes, and keeps its content', () => {
    const scratch = recorded(['npm test'])
    scratch.hookline(['record'])
    const edited = text(scratch, file).replace('  - input', '  # mine\n  - name: other words\n    input')
    scratch.write(file, edited)
    expect(scratch.hookline(['record'])).toMatchObject({ code: 0, stdout: '' })
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git push -f'])
    const asked = scratch.hookline(['record'])
    expect(asked.code).toBe(64)
    expect(asked.stdout).toContain('+  - input: { command: git push -f }')
    expect(asked.stderr).toContain('Add --yes to write the changes')
    expect(text(scratch, file)).toBe(edited)
    expect(scratch.hookline(['record', '--yes']).code).toBe(0)
    expect(text(scratch, file)).toBe(
      `${edited}  - input: { command: git push -f }\n    want: { verdict: deny, agent_message: Not here. }\n`,
    )
    expect(scratch.hookline(['test']).code).toBe(0)
  })

  it('reports which records cannot be used, and writes no secret', () => {
    const scratch = recorded(['npm test', 'echo crash', 'curl -H "Authorization: Bearer abcdefghijklmnop123"'])
    scratch.hookline(['trigger', 'beforeSubmitPrompt', '--prompt', 'a very private question'])
    scratch.hookline([
      'trigger',
      'beforeShellExecution',
      '--command',
      'export TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    ])
    const { stderr } = scratch.hookline(['record'])
    expect(stderr).toContain('3 records could not be used:')
    expect(stderr).toMatch(/guard\.sh failed\. Fix the hook, then run: hookline replay #\w{4}/)
    expect(stderr).toMatch(/prompt is private and was not kept/)
    expect(stderr).toMatch(/it does not pass as a test today \(with the secret replaced\): expected deny, got allow/)
    expect(text(scratch, file)).toContain('[redacted:')
    expect(text(scratch, file)).not.toMatch(/ghp_|abcdefghijklmnop/)
  })

  it('uses the sample for private content, and the workspace for its file', () => {
    const scratch = recorded([])
    scratch.write('notes.txt', 'very private content')
    scratch.hookline(['trigger', 'beforeReadFile', '--file', 'notes.txt'])
    scratch.hookline(['record'])
    expect(text(scratch, file)).toContain('  - input: { file: notes.txt }\n    want: { verdict: allow }\n')
    expect(text(scratch, file)).not.toContain('very private')
  })

  it('writes nothing in a dry run, elsewhere on request, and prints JSON', () => {
    const scratch = recorded(['git push -f'])
    const dry = scratch.hookline(['record', '--dry-run'])
    expect(dry.stdout).toContain('+  - input: { command: git push -f }')
    expect(dry.stderr).toBe('1 case would be written.\n')
    expect(existsSync(join(scratch.root, file))).toBe(false)
    const { code, stdout } = scratch.hookline(['record', '--out', 'tests', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      cases: 1,
      written: true,
      unusable: [],
      files: [{ path: join(scratch.root, 'tests/guard.hooktest.yaml'), action: 'create' }],
    })
    expect(text(scratch, 'tests/guard.hooktest.yaml')).toContain('hook: ./.cursor/hooks/guard.sh\n')
    expect(scratch.hookline(['test']).code).toBe(0)
  })

  it('uses only the hooks of this workspace', () => {
    const scratch = recorded(['npm test'])
    scratch.write('other/.cursor/hooks.json', hooksFile({}))
    const { stderr } = scratch.hookline(['record'], { cwd: join(scratch.root, 'other') })
    expect(stderr).toBe('No new case.\n1 record of other workspaces left out.\n')
  })

  it('does not change a test file that it cannot read', () => {
    const scratch = recorded(['npm test'])
    scratch.write(file, 'cases: 3\n')
    const { code, stderr } = scratch.hookline(['record', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain(`${file} is not a valid test file, so nothing was added. To see why: hookline test `)
    expect(text(scratch, file)).toBe('cases: 3\n')
  })
})
