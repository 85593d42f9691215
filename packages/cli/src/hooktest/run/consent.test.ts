import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Io } from '../../io.ts'
import { createProgress } from '../../log/progress.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { checkWorkspaceRoot } from '../read/find.ts'
import { createConsent } from './consent.ts'

/** A workspace whose hook leaves a file at an absolute path when it runs. */
function untrusted(): Sandbox & { readonly mark: string } {
  const scratch = sandbox()
  const mark = join(scratch.directory, 'marks')
  mkdirSync(mark)
  scratch.script('guard.sh', `cat > /dev/null; echo x > '${mark}/'$$`)
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
  scratch.write('guard.hooktest.yaml', 'event: beforeShellExecution\ncases:\n  - want: { verdict: allow }\n')
  return { ...scratch, mark }
}
const ran = ({ mark }: { readonly mark: string }): boolean => readdirSync(mark).length > 0

describe('without a terminal', () => {
  it.each([[[]], [['--update']], [['--watch']], [['guard.hooktest.yaml']]])(
    'test %j runs nothing of a workspace that was never trusted',
    (flags) => {
      const scratch = untrusted()
      const { code, stdout, stderr } = scratch.hookline(['test', ...flags])
      expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
      expect(stderr).toContain(`hookline trust add ${scratch.root}`)
      expect(stderr).toContain('--untrusted')
      expect(ran(scratch)).toBe(false)
    },
  )

  it('test runs it with --untrusted, but not with CI=true alone', () => {
    const scratch = untrusted()
    expect(scratch.hookline(['test'], { env: { CI: 'true' } }).code).toBe(64)
    expect(scratch.hookline(['test', '--untrusted']).code).toBe(0)
    expect(ran(scratch)).toBe(true)
  })

  it('test runs a hook that changed since it was trusted, so that it can be developed', () => {
    const scratch = untrusted()
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.script('guard.sh', `cat > /dev/null; echo x > '${scratch.mark}/changed'`)
    expect(scratch.hookline(['test']).code).toBe(0)
    expect(readdirSync(scratch.mark)).toContain('changed')
  })

  it.each(['replay', 'record'])('%s runs nothing of a workspace that is no longer trusted', (command) => {
    const scratch = untrusted()
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'ls'])
    scratch.hookline(['trust', 'remove'])
    rmSync(scratch.mark, { recursive: true })
    mkdirSync(scratch.mark)
    const args = command === 'replay' ? ['replay', '--all'] : ['record', '--yes']
    const refused = scratch.hookline(args)
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 64, stdout: '' })
    expect(refused.stderr).toContain('--untrusted')
    expect(ran(scratch)).toBe(false)
    expect(scratch.hookline([...args, '--untrusted']).code).toBe(0)
    expect(ran(scratch)).toBe(true)
  })

  it('cases of the engine need no trust, and no text of them becomes part of a script', () => {
    const scratch = sandbox()
    const mark = join(scratch.directory, 'mark')
    const one = (raw: object) => ({
      note: 'n',
      contract: '§5',
      event: 'beforeShellExecution',
      real: true,
      hooks: [{ entry: { command: 'x' }, raw }],
      want: {},
    })
    scratch.write('cases/good.json', [one({ exit: 2 }), one({ signal: 'SIGKILL' })])
    expect(scratch.hookline(['test', 'cases']).code).toBe(0)
    scratch.write('cases/bad.json', [one({ exit: `0; touch ${mark}` }), one({ signal: `SIG9 $$; touch ${mark}; :` })])
    const { code, stdout } = scratch.hookline(['test', 'cases'])
    expect(code).toBe(1)
    expect(stdout).toContain('2 passed, 2 failed')
    expect(readdirSync(scratch.directory)).not.toContain('mark')
  })
})

describe('at a terminal', () => {
  function terminal(typed: string) {
    const printed: string[] = []
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const output = { isTTY: true, write: (text: string) => printed.push(text) }
    stdin.write(typed)
    const io: Io = { stdin, stdout: output, stderr: output, env: {}, cwd: '/', signal: new AbortController().signal }
    return { io, printed }
  }

  function workspace(): string {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-consent-')))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    mkdirSync(join(root, '.cursor'))
    writeFileSync(join(root, '.cursor/hooks.json'), JSON.stringify(hooksFile({ stop: [{ command: 'rm -rf x' }] })))
    return root
  }

  it('shows what would run and asks, once for each workspace', async () => {
    const root = workspace()
    const { io, printed } = terminal('y\n')
    const consent = createConsent('These tests', false, io)
    expect(await consent([root])).toBe(true)
    expect(
      printed.join('').replace('\r\u001b[2K', ''),
    ).toBe(`These tests run the hooks of a workspace that you have not trusted, in a copy but with your rights:
  ${root}
    stop  rm -rf x
Run them? [y/N] `)
    expect(await consent([root, root])).toBe(true)
    expect(printed.join('').match(/Run them/g)).toHaveLength(1)
  })

  it('asks once for events that are replayed together, and no bar is drawn over the question', async () => {
    const root = workspace()
    const { io, printed } = terminal('')
    const consent = createConsent("Today's hooks", false, io)
    const answers = Promise.all([consent([root]), consent([root])])
    await expect.poll(() => printed.at(-1)).toBe('Run them? [y/N] ')
    const progress = createProgress({ ...io, env: {} }, 'Replaying', 2)
    await setTimeout(350)
    progress.step()
    progress.step()
    expect(printed.at(-1)).toBe('Run them? [y/N] ')
    if (io.stdin instanceof PassThrough) io.stdin.write('y\n')
    expect(await answers).toEqual([true, true])
    expect(printed.join('').match(/Run them/g)).toHaveLength(1)
  })

  it('shows the scripts that tests name and no hook file mentions', async () => {
    const root = workspace()
    const { io, printed } = terminal('n\n')
    await createConsent(
      'These tests',
      false,
      io,
    )([root], [join(root, 'tools/x.sh'), join(root, 'tools/x.sh'), '/else.sh'])
    expect(printed.join('')).toContain(`  ${root}\n    named by a test  tools/x.sh\n    stop  rm -rf x\nRun them?`)
  })

  it('takes any answer except yes as no', async () => {
    const { io, printed } = terminal('\n')
    expect(await createConsent('These tests', false, io)([workspace()])).toBe(false)
    expect(printed.at(-1)).toBe('Nothing was run.\n')
  })

  it("does not ask about the user's own hooks", async () => {
    const { io, printed } = terminal('')
    expect(await createConsent('These tests', false, io)([join(homedir(), '.cursor/hooks')])).toBe(true)
    expect(printed).toEqual([])
  })
})

describe('the home directory', () => {
  it('is not a workspace, and neither is a parent of it', () => {
    const scratch = sandbox()
    scratch.write('../home/x.hooktest.yaml', 'event: stop\ncases:\n  - want: { verdict: allow }\n')
    for (const [args, cwd] of [
      [['test'], scratch.home],
      [['test'], dirname(scratch.home)],
      [['test'], '/'],
      [['test', scratch.home], scratch.root],
      [['test', join(scratch.home, 'x.hooktest.yaml')], scratch.root],
    ] as const) {
      const { code, stderr } = scratch.hookline([...args, '--untrusted'], { cwd })
      expect({ args, cwd, code }).toEqual({ args, cwd, code: 64 })
      expect(stderr).toContain('hookline test <dir>')
    }
    expect(checkWorkspaceRoot('/home/ann/shop', '/home/ann')).toBe('/home/ann/shop')
  })
})
