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
  const box = sandbox()
  box.script('.cursor/hooks/guard.sh', guard)
  const entry = { command: '.cursor/hooks/guard.sh' }
  box.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [entry],
      beforeSubmitPrompt: [entry],
      beforeReadFile: [entry],
      afterFileEdit: [{ command: 'true', name: 'formatter' }],
    }),
  )
  box.hookline(['trust', 'add', '--yes'])
  for (const command of commands) box.hookline(['trigger', 'beforeShellExecution', '--command', command])
  return box
}
const text = (box: Sandbox, path: string): string => readFileSync(join(box.root, path), 'utf8')
const file = '.cursor/hooks/guard.hooktest.yaml'

describe('hookline record', { timeout: 30_000 }, () => {
  it('writes a case for each different event beside the hook, and they pass', () => {
    const box = recorded(['npm test', 'git push -f', 'npm test'])
    box.hookline(['trigger', 'afterFileEdit', '--file', 'src/a.ts'])
    const { code, stdout, stderr } = box.hookline(['record'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\+ \.cursor\/hooks\/guard\.hooktest\.yaml +\d+ lines/)
    expect(stderr).toContain('3 cases written. To run them: hookline test ')
    expect(stderr).toContain('1 run left out: a newer one has the same event and decision.')
    expect(text(box, file)).toBe(`# Recorded by hookline record. Edit it like any test, and run it with: hookline test

hook: ./guard.sh
event: beforeShellExecution
cases:
  - input: { command: git push -f }
    want: { verdict: deny, agent_message: Not here. }
  - input: { command: npm test }
    want: { verdict: allow }
`)
    expect(text(box, '.cursor/formatter.hooktest.yaml')).toContain('hook: formatter\nevent: afterFileEdit\n')
    const tested = box.hookline(['test'])
    expect(tested.stdout).toMatch(/✓ deny {3}git push -f/)
    expect(tested.code).toBe(0)
  })

  it('adds new cases to an existing file after a diff and a yes, and keeps its content', () => {
    const box = recorded(['npm test'])
    box.hookline(['record'])
    const edited = text(box, file).replace('  - input', '  # mine\n  - name: other words\n    input')
    box.write(file, edited)
    expect(box.hookline(['record'])).toMatchObject({ code: 0, stdout: '' })
    box.hookline(['trigger', 'beforeShellExecution', '--command', 'git push -f'])
    const asked = box.hookline(['record'])
    expect(asked.code).toBe(64)
    expect(asked.stdout).toContain('+  - input: { command: git push -f }')
    expect(asked.stderr).toContain('Add --yes to write the changes')
    expect(text(box, file)).toBe(edited)
    expect(box.hookline(['record', '--yes']).code).toBe(0)
    expect(text(box, file)).toBe(
      `${edited}  - input: { command: git push -f }\n    want: { verdict: deny, agent_message: Not here. }\n`,
    )
    expect(box.hookline(['test']).code).toBe(0)
  })

  it('reports which records cannot be used, and writes no secret', () => {
    const box = recorded(['npm test', 'echo crash', 'curl -H "Authorization: Bearer abcdefghijklmnop123"'])
    box.hookline(['trigger', 'beforeSubmitPrompt', '--prompt', 'a very private question'])
    box.hookline([
      'trigger',
      'beforeShellExecution',
      '--command',
      'export TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    ])
    const { stderr } = box.hookline(['record'])
    expect(stderr).toContain('3 records could not be used:')
    expect(stderr).toMatch(/guard\.sh failed\. Fix the hook, then run: hookline replay #\w{4}/)
    expect(stderr).toMatch(/prompt is private and was not kept/)
    expect(stderr).toMatch(/it does not pass as a test today \(with the secret replaced\): expected deny, got allow/)
    expect(text(box, file)).toContain('[redacted:')
    expect(text(box, file)).not.toMatch(/ghp_|abcdefghijklmnop/)
  })

  it('uses the sample for private content, and the workspace for its file', () => {
    const box = recorded([])
    box.write('notes.txt', 'very private content')
    box.hookline(['trigger', 'beforeReadFile', '--file', 'notes.txt'])
    box.hookline(['record'])
    expect(text(box, file)).toContain('  - input: { file: notes.txt }\n    want: { verdict: allow }\n')
    expect(text(box, file)).not.toContain('very private')
  })

  it('writes nothing in a dry run, elsewhere on request, and prints JSON', () => {
    const box = recorded(['git push -f'])
    const dry = box.hookline(['record', '--dry-run'])
    expect(dry.stdout).toContain('+  - input: { command: git push -f }')
    expect(dry.stderr).toBe('1 case would be written.\n')
    expect(existsSync(join(box.root, file))).toBe(false)
    const { code, stdout } = box.hookline(['record', '--out', 'tests', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      cases: 1,
      written: true,
      unusable: [],
      files: [{ path: join(box.root, 'tests/guard.hooktest.yaml'), action: 'create' }],
    })
    expect(text(box, 'tests/guard.hooktest.yaml')).toContain('hook: ./.cursor/hooks/guard.sh\n')
    expect(box.hookline(['test']).code).toBe(0)
  })

  it('uses only the hooks of this workspace', () => {
    const box = recorded(['npm test'])
    box.write('other/.cursor/hooks.json', hooksFile({}))
    const { stderr } = box.hookline(['record'], { cwd: join(box.root, 'other') })
    expect(stderr).toBe('No new case.\n1 record of other workspaces left out.\n')
  })

  it('does not change a test file that it cannot read', () => {
    const box = recorded(['npm test'])
    box.write(file, 'cases: 3\n')
    const { code, stderr } = box.hookline(['record', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain(`${file} is not a valid test file, so nothing was added. To see why: hookline test `)
    expect(text(box, file)).toBe('cases: 3\n')
  })
})
