import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAllHookRoots } from '../paths.ts'
import { type Sandbox, sandbox } from '../testing/cli.ts'

const rule = (name: string) => ({
  version: 1,
  hooks: {
    beforeReadFile: [
      {
        type: 'rule',
        name,
        rule: { when: { field: 'file_path', contains: name }, verdict: 'deny', user_message: name },
      },
    ],
  },
})
const own = '.hookline/hookline.json'

/** A monorepo: the root is trusted, `apps/web` is trusted and has changed, and `apps/api` is not trusted and has a problem. */
function monorepo(): Sandbox {
  const made = sandbox()
  mkdirSync(join(made.root, '.git'))
  made.write(own, rule('root'))
  made.write(`apps/web/${own}`, rule('web'))
  made.write(`apps/api/${own}`, { ...rule('api'), nonsense: true })
  made.write(`node_modules/x/${own}`, rule('package'))
  made.write(`.cache/x/${own}`, rule('hidden'))
  for (const directory of ['.', 'apps/web']) made.hookline(['trust', 'add', directory, '--yes'])
  made.write(`apps/web/${own}`, rule('web2'))
  return made
}
const trusts = ({ root }: Sandbox) => [
  { root, trust: 'trusted' },
  { root: join(root, 'apps/api'), trust: 'untrusted' },
  { root: join(root, 'apps/web'), trust: 'changed', changed: ['.hookline/hookline.json'] },
]

describe('the directories of a workspace with hooks', () => {
  it('are found below it, without packages, hidden directories and links', () => {
    const { root, home } = monorepo()
    symlinkSync(join(root, 'apps'), join(root, 'linked'))
    const machine = { home, approved: () => new Set([join(root, 'gone'), '/elsewhere']) }
    const found = [root, ...['apps/api', 'apps/web', 'gone'].map((path) => join(root, path))]
    expect(findAllHookRoots(root, machine)).toEqual(found)
    expect(findAllHookRoots(join(root, 'apps/web'), machine)).toEqual([root, join(root, 'apps/web')])
    // A home directory is not a project.
    expect(findAllHookRoots(root, { ...machine, home: root })).toEqual([root])
    expect(findAllHookRoots(root, { ...machine, home: join(root, 'home') })).toEqual([root])
  })

  it('are checked, each with its trust', () => {
    const made = monorepo()
    const { stdout, stderr } = made.hookline(['check'])
    expect(stdout).toContain(`apps/api/${own}`)
    expect(stdout).toContain('nonsense')
    expect(stderr).toContain('3 directories have hooks')
    expect(stderr).toMatch(/ {2}apps\/api +not trusted; to review: hookline trust add \S+\/apps\/api\n/)
    expect(stderr).toMatch(
      / {2}apps\/web +changed since it was trusted; to review: hookline trust add \S+\/apps\/web\n/,
    )
    const { roots, problems } = JSON.parse(made.hookline(['check', '--json']).stdout)
    expect(roots).toEqual(trusts(made))
    expect(problems.map(({ file }: { file: string }) => file)).toContain(join(made.root, `apps/api/${own}`))
  })

  it('are fixed by check --fix, and a file without problems stays', () => {
    const made = sandbox()
    made.write(own, rule('root'))
    made.write('apps/web/.cursor/hooks.json', { version: '1', hooks: {} })
    const { stdout } = made.hookline(['check', '--fix'])
    expect(stdout).toContain('apps/web/.cursor/hooks.json')
    expect(stdout).toContain('"version": 1')
  })

  it('are listed, with what their hooks see', () => {
    const made = monorepo()
    const { stdout, stderr } = made.hookline(['list'])
    expect(stdout).toMatch(/runs {2}root .* trusted/)
    expect(stdout).toMatch(/api .*apps\/api\S* +untrusted · .* · only in apps\/api\n/)
    expect(stdout).toMatch(/web2 .* · only in apps\/web\n/)
    expect(stdout).not.toMatch(/package|hidden/)
    expect(stderr).toContain('3 directories have hooks')
    expect(JSON.parse(made.hookline(['list', '--json']).stdout).roots).toEqual(trusts(made))
  })

  it('are part of the status', () => {
    const made = monorepo()
    expect(made.hookline(['status']).stdout).toMatch(/ {2}apps\/web +changed since it was trusted/)
    expect(JSON.parse(made.hookline(['status', '--json']).stdout).roots).toEqual(trusts(made))
  })

  it('are in the list of trust, those without trust too', () => {
    const made = monorepo()
    const { stdout } = made.hookline(['trust', 'list'])
    expect(stdout).toContain(`changed   ${made.root}/apps/web`)
    expect(stdout).toContain(`untrusted ${made.root}/apps/api`)
    expect(JSON.parse(made.hookline(['trust', 'list', '--json']).stdout)).toMatchObject({
      roots: [{ root: made.root }, { root: join(made.root, 'apps/web') }],
      untrusted: [join(made.root, 'apps/api')],
    })
  })

  it('are not named in a workspace that has only one', () => {
    const made = sandbox()
    made.write(own, rule('root'))
    expect(made.hookline(['list']).stderr).not.toContain('directories')
    expect(made.hookline(['check']).stderr).not.toContain('directories')
  })
})
