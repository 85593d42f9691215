import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Io } from '../../io.ts'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { narrow } from '../read/find.ts'
import { createConsent } from './consent.ts'

/** Its hook leaves a mark where every hook can: at an absolute path. */
function strange(): Sandbox & { readonly mark: string } {
  const box = sandbox()
  const mark = join(box.directory, 'marks')
  mkdirSync(mark)
  box.script('guard.sh', `cat > /dev/null; echo x > '${mark}/'$$`)
  box.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
  box.write('guard.hooktest.yaml', 'event: beforeShellExecution\ncases:\n  - want: { verdict: allow }\n')
  return { ...box, mark }
}
const ran = ({ mark }: { readonly mark: string }): boolean => readdirSync(mark).length > 0

describe('without a terminal', () => {
  it.each([[[]], [['--update']], [['--watch']], [['guard.hooktest.yaml']]])(
    'test %j runs nothing of a workspace that was never trusted',
    (flags) => {
      const box = strange()
      const { code, stdout, stderr } = box.hookline(['test', ...flags])
      expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
      expect(stderr).toContain(`hookline trust add ${box.root}`)
      expect(stderr).toContain('--untrusted')
      expect(ran(box)).toBe(false)
    },
  )

  it('test runs it with --untrusted, and CI=true alone is no yes', () => {
    const box = strange()
    expect(box.hookline(['test'], { env: { CI: 'true' } }).code).toBe(64)
    expect(box.hookline(['test', '--untrusted']).code).toBe(0)
    expect(ran(box)).toBe(true)
  })

  it('test runs a hook that changed since it was trusted: how else is it worked on?', () => {
    const box = strange()
    box.hookline(['trust', 'add', '--yes'])
    box.script('guard.sh', `cat > /dev/null; echo x > '${box.mark}/changed'`)
    expect(box.hookline(['test']).code).toBe(0)
    expect(readdirSync(box.mark)).toContain('changed')
  })

  it.each(['replay', 'record'])(
    '%s runs nothing of a workspace that is no longer trusted',
    (command) => {
      const box = strange()
      box.hookline(['trust', 'add', '--yes'])
      box.hookline(['trigger', 'beforeShellExecution', '--command', 'ls'])
      box.hookline(['trust', 'remove'])
      rmSync(box.mark, { recursive: true })
      mkdirSync(box.mark)
      const args = command === 'replay' ? ['replay', '--all'] : ['record', '--yes']
      const refused = box.hookline(args)
      expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 64, stdout: '' })
      expect(refused.stderr).toContain('--untrusted')
      expect(ran(box)).toBe(false)
      expect(box.hookline([...args, '--untrusted']).code).toBe(0)
      expect(ran(box)).toBe(true)
    },
    30_000,
  )

  it("the engine's own cases need no trust, and nothing of them becomes a line of a script", () => {
    const box = sandbox()
    const mark = join(box.directory, 'mark')
    const one = (raw: object) => ({
      note: 'n',
      contract: '§5',
      event: 'beforeShellExecution',
      real: true,
      hooks: [{ entry: { command: 'x' }, raw }],
      want: {},
    })
    box.write('cases/good.json', [one({ exit: 2 }), one({ signal: 'SIGKILL' })])
    expect(box.hookline(['test', 'cases']).code).toBe(0)
    box.write('cases/bad.json', [one({ exit: `0; touch ${mark}` }), one({ signal: `SIG9 $$; touch ${mark}; :` })])
    const { code, stdout } = box.hookline(['test', 'cases'])
    expect(code).toBe(1)
    expect(stdout).toContain('2 passed, 2 failed')
    expect(readdirSync(box.directory)).not.toContain('mark')
  }, 30_000)
})

describe('at a terminal', () => {
  function terminal(typed: string) {
    const said: string[] = []
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const output = { isTTY: true, write: (text: string) => said.push(text) }
    stdin.write(typed)
    const io: Io = { stdin, stdout: output, stderr: output, env: {}, cwd: '/', signal: new AbortController().signal }
    return { io, said }
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
    const { io, said } = terminal('y\n')
    const consent = createConsent('These tests', false, io)
    expect(await consent([root])).toBe(true)
    expect(
      said.join(''),
    ).toBe(`These tests run programs of a workspace you have not trusted, in a copy but with your rights:
  ${root}
    stop  rm -rf x
Run them? [y/N] `)
    expect(await consent([root, root])).toBe(true)
    expect(said.join('').match(/Run them/g)).toHaveLength(1)
  })

  it('shows the scripts that tests name and no hook file mentions', async () => {
    const root = workspace()
    const { io, said } = terminal('n\n')
    await createConsent(
      'These tests',
      false,
      io,
    )([root], [join(root, 'tools/x.sh'), join(root, 'tools/x.sh'), '/else.sh'])
    expect(said.join('')).toContain(`  ${root}\n    named by a test  tools/x.sh\n    stop  rm -rf x\nRun them?`)
  })

  it('takes anything but a yes for a no', async () => {
    const { io, said } = terminal('\n')
    expect(await createConsent('These tests', false, io)([workspace()])).toBe(false)
    expect(said.at(-1)).toBe('Nothing was run.\n')
  })

  it("asks nothing about the person's own hooks", async () => {
    const { io, said } = terminal('')
    expect(await createConsent('These tests', false, io)([join(homedir(), '.cursor/hooks')])).toBe(true)
    expect(said).toEqual([])
  })
})

describe('the home directory', () => {
  it('is no workspace, nor is what holds it', () => {
    const box = sandbox()
    box.write('../home/x.hooktest.yaml', 'event: stop\ncases:\n  - want: { verdict: allow }\n')
    for (const [args, cwd] of [
      [['test'], box.home],
      [['test'], dirname(box.home)],
      [['test'], '/'],
      [['test', box.home], box.root],
      [['test', join(box.home, 'x.hooktest.yaml')], box.root],
    ] as const) {
      const { code, stderr } = box.hookline([...args, '--untrusted'], { cwd })
      expect({ args, cwd, code }).toEqual({ args, cwd, code: 64 })
      expect(stderr).toContain('hookline test <dir>')
    }
    expect(narrow('/home/ann/shop', '/home/ann')).toBe('/home/ann/shop')
  })
})
