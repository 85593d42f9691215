import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

interface Workspace extends Sandbox {
  /** Where the scratch directories are. */
  readonly temporary: string
  test(...flags: readonly string[]): ReturnType<Sandbox['hookline']>
}

function createWorkspace(script: string, cases: readonly object[], event = 'beforeShellExecution'): Workspace {
  const scratch = sandbox()
  const temporary = join(scratch.directory, 'tmp')
  mkdirSync(temporary)
  scratch.write('.cursor/hooks.json', hooksFile({ [event]: [{ command: '.cursor/hooks/x.sh' }] }))
  scratch.script('.cursor/hooks/x.sh', script)
  scratch.write('x.hooktest.json', { event, cases })
  return {
    ...scratch,
    temporary,
    test: (...flags) => scratch.hookline(['test', '--untrusted', ...flags], { env: { TMPDIR: temporary } }),
  }
}

const many = (count: number, make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at))
const allow = `echo '{"permission":"allow"}'`
/** Waits until the scratch copy of the case is deleted. */
const caseEnds = 'while test -e .cursor/hooks/x.sh; do sleep 0.02; done'
const deny = (message: string) => `echo '{"permission":"deny","user_message":"${message}"}'`

test('a case sees no file, no session and no record that another case left', () => {
  const workspace = createWorkspace(
    [
      'found=$(find "$CURSOR_PROJECT_DIR" "$HOME" "$TMPDIR" -name "left*"; find "$HOME" -type f)',
      `test -z "$found" || { ${deny('found $found')}; exit; }`,
      `test -z "$LEFT" || { ${deny('an earlier session')}; exit; }`,
      'for place in "$CURSOR_PROJECT_DIR" "$HOME" "$TMPDIR" "$XDG_STATE_HOME/hookline/sessions" "$XDG_STATE_HOME/hookline/log"; do',
      '  mkdir -p "$place"; echo x > "$place/left"',
      'done',
      'echo >> .cursor/hooks.json; echo "exit 2" >> .cursor/hooks/x.sh',
      `echo '{"continue":true,"env":{"LEFT":"x"}}'; exit 0`,
    ].join('\n'),
    many(40, (at) => ({ name: `case ${at}`, want: { env: { LEFT: 'x' }, files: { left: 'x\n' } } })),
    'sessionStart',
  )
  for (const jobs of ['1', '4']) {
    const { code, stdout } = workspace.test('--jobs', jobs)
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ passed · /m) })
  }
  expect(readdirSync(workspace.temporary)).toEqual([])
})

test.each([
  ['answer for', `(sleep 0.2; ${deny('late')}) 2>/dev/null &\n${allow}`, 'allow'],
  ['read the answer of', `(${caseEnds}; timeout 2 cat <&9) 9</dev/stdout >/dev/null 2>&1 &\n${deny('no')}`, 'deny'],
])('a process that a hook left behind cannot %s the hook of another case', (_, script, verdict) => {
  const cases = many(40, () => ({ want: { verdict, ran: ['x.sh'], rule: 'reply' } }))
  expect(createWorkspace(script, cases).test('--jobs', '4')).toMatchObject({ code: 0 })
})

test('results are in the order of the file and the same for any number of jobs', () => {
  const workspace = createWorkspace(
    `input=$(cat)\ncase "$input" in *slow*) sleep 0.3 ;; *rm*) ${deny('no')}; exit ;; esac\n${allow}`,
    many(40, (at) => ({
      name: `case ${at}`,
      input: { command: at % 8 === 0 ? `slow ${at}` : at % 3 === 0 ? `rm ${at}` : `ls ${at}` },
      want: { verdict: at % 8 !== 0 && at % 3 === 0 && at !== 21 ? 'deny' : 'allow' },
    })),
  )
  const withoutTimes = (text: string) => text.replace(/"durationMs": ?[\d.]+/g, '')
  const outputs = ['1', '2', '5'].map((jobs) => withoutTimes(workspace.test('--json', '--jobs', jobs).stdout))
  const { results } = JSON.parse(workspace.test('--json').stdout).files[0]
  expect(results.slice(0, 40).map(({ name }: { name: string }) => name)).toEqual(
    Array.from({ length: 40 }, (_, at) => `case ${at}`),
  )
  expect(results[21].outcome).toBe('failed')
  expect(new Set(outputs).size).toBe(1)
})

test('a hook that gets the same text on every edition runs once for each case', () => {
  const workspace = createWorkspace(
    'echo x >> "$COUNT"\nexit 0',
    many(3, () => ({ want: { verdict: 'allow', ran: ['x.sh'] } })),
  )
  const count = join(workspace.directory, 'count')
  workspace.write('x.hooktest.json', {
    event: 'beforeShellExecution',
    env: { COUNT: count },
    cases: many(3, () => ({ want: { verdict: 'allow', ran: ['x.sh'] } })),
  })
  const { code, stdout } = workspace.test()
  expect(stdout).toContain('same verdict on cursor · editions 2.3, 2.4, 3')
  expect({ code, runs: readFileSync(count, 'utf8') }).toEqual({ code: 0, runs: 'x\nx\nx\n' })
})

test('Ctrl-C ends all cases and their hooks', async () => {
  const workspace = createWorkspace('echo x >> "$STARTED"; exec sleep 300', [])
  const started = join(workspace.directory, 'started')
  workspace.write('x.hooktest.json', {
    event: 'beforeShellExecution',
    env: { STARTED: started },
    cases: many(40, () => ({ want: { verdict: 'allow' } })),
  })
  const child = workspace.start(['test', '--untrusted', '--jobs', '3', '--timeout', '400'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = () => (existsSync(started) ? readFileSync(started, 'utf8').split('\n').length - 1 : 0)
  while (lines() < 3) await wait(50)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(130)
  expect(lines()).toBe(3)
})

test.each(['0', '1.5', 'many', '-1', '1000'])('--jobs %s is wrong usage', (jobs) => {
  const { code, stderr } = createWorkspace(allow, []).test(`--jobs=${jobs}`)
  expect({ code, stderr }).toMatchObject({
    code: 64,
    stderr: expect.stringContaining(`--jobs "${jobs}" is not a whole number between 1 and 256`),
  })
})
