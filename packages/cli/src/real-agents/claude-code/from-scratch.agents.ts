/** The whole way of a new user: from a tarball on a machine with only Node and npm to a denial by the real agent, and back out. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import type { ModelScript } from '../../headless/scripted-model.ts'
import { filesBelow } from '../../testing/tree.ts'
import { eachVersion, sampled } from '../subjects.ts'
import { runAgent, type Subject } from '../trial.ts'
import { claudeCode } from './agent.ts'

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-scratch-')))
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))

const { shell } = claudeCode.tools
const forcePush = 'git push --force origin main'

/** A person: a home directory, and the command as npm has installed it. */
interface Person {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
}

function person(name: string, prefix: string): Person {
  const home = join(base, name)
  mkdirSync(join(home, '.claude'), { recursive: true })
  const path = [join(prefix, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  return { home, env: { HOME: home, PATH: path, LANG: 'C.UTF-8' } }
}

function run(program: string, args: readonly string[], { env }: Pick<Person, 'env'>, cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit ${status}\n${stdout}${stderr}`)
  return stdout
}

/** At a terminal, as a person does it. */
const atTerminal = (command: string, who: Person, cwd: string): string =>
  run('script', ['-qefc', command, '/dev/null'], who, cwd)

async function prompt(subject: Subject, script: ModelScript, who: Person, cwd: string) {
  const { results } = await runAgent(subject, script, { ...who, cwd })
  return results.map(({ isError, text }) => ({ isError, text }))
}

function createProject(who: Person): string {
  const [root, remote] = [join(base, 'project'), join(base, 'remote.git')]
  const git = (...args: readonly string[]) => run('git', args, who, root)
  mkdirSync(root)
  run('git', ['init', '-q', '--bare', '-b', 'main', remote], who, base)
  git('init', '-q', '-b', 'main')
  for (const [key, value] of Object.entries({ 'user.name': 'A Person', 'user.email': 'a@example.com' }))
    git('config', key, value)
  git('remote', 'add', 'origin', remote)
  writeFileSync(join(root, 'README.md'), '# A project\n')
  git('add', '.')
  git('commit', '-qm', 'begin')
  return root
}

eachVersion({ ...claudeCode, versions: claudeCode.versions.slice(0, 1) }, 'From an empty machine', (subject) => {
  sampled('install, connect, guard, add, clone, approve and uninstall', async () => {
    const prefix = join(base, 'prefix')
    const owner = person('home', prefix)
    const root = createProject(owner)
    const before = { home: filesBelow(owner.home), project: filesBelow(root) }
    const out = join(base, 'tarball')
    run(
      process.execPath,
      [join(repository, 'scripts/pack.mjs'), '--only', 'hookline', '--this-system', '--no-checks', '--out', out],
      {
        env: { ...process.env } as Record<string, string>,
      },
      repository,
    )
    const tarball = join(out, readdirSync(out).find((name) => name.endsWith('.tgz')) ?? '')

    const began = performance.now()
    run(
      'npm',
      ['install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', tarball],
      owner,
      base,
    )
    const installed = performance.now()
    const hookline = (args: readonly string[], who = owner, cwd = root) => run('hookline', args, who, cwd)
    hookline(['connect', '--yes'])
    hookline(['add', 'shell-guard', '--yes'])
    hookline(['add', 'protect-files', '--yes'])
    hookline(['trust', 'add', '--yes'])
    const first = await prompt(subject, { turns: [shell(forcePush), shell('touch allowed')] }, owner, root)
    const denied = performance.now()
    console.log(
      `From the tarball to the first denial by Claude Code ${subject.version}: ${((denied - began) / 1000).toFixed(1)} s, of which npm took ${((installed - began) / 1000).toFixed(1)} s`,
    )
    expect(first[0]).toMatchObject({ isError: true, text: expect.stringContaining('force') })
    expect(existsSync(join(root, 'allowed'))).toBe(true)

    // Added later, on an event that had no hook: no step connects it.
    writeFileSync(join(root, 'note.sh'), '#!/bin/sh\necho fired >> fired\necho {}\n', { mode: 0o755 })
    hookline(['add', './note.sh', '--event', 'beforeSubmitPrompt', '--yes'])
    hookline(['trust', 'add', '--yes'])
    await prompt(subject, { turns: ['done'] }, owner, root)
    expect(readFileSync(join(root, 'fired'), 'utf8')).toBe('fired\n')

    // A colleague with another home directory trusts nothing: the pack denies, the script is off, and a message reports it.
    const colleague = person('colleague', prefix)
    for (const args of [
      ['add', '.'],
      ['commit', '-qm', 'guard'],
      ['push', '-q', 'origin', 'main'],
    ])
      run('git', args, owner, root)
    const clone = join(base, 'clone')
    run('git', ['clone', '-q', join(base, 'remote.git'), clone], colleague, base)
    hookline(['connect', '--yes'], colleague, clone)
    rmSync(join(clone, 'fired'), { force: true })
    const [refused] = await prompt(subject, { turns: [shell(forcePush)] }, colleague, clone)
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('A rule of this workspace') })
    expect(existsSync(join(clone, 'fired'))).toBe(false)
    // What the agent shows to the person is in its own record of the session.
    const seen = Object.entries(filesBelow(join(colleague.home, '.claude'))).filter(([name]) => name.endsWith('.jsonl'))
    expect(seen.map(([, text]) => text).join('')).toContain('1 hook of this workspace is off')
    const status = spawnSync('hookline', ['status'], { cwd: clone, env: colleague.env, encoding: 'utf8' })
    expect(status.status).toBe(1)
    expect(status.stdout).toMatch(/not trusted/)

    // One refused call passes once.
    const { pending } = JSON.parse(hookline(['approve', '--json'])) as { readonly pending: readonly { code: string }[] }
    atTerminal(`hookline approve ${pending.at(-1)?.code}`, owner, root)
    const again = await prompt(subject, { turns: [shell(forcePush), shell(forcePush)] }, owner, root)
    expect(again.map(({ isError }) => isError)).toEqual([false, true])

    rmSync(join(root, 'allowed'))
    rmSync(join(root, 'fired'))
    rmSync(join(root, 'note.sh'))
    hookline(['uninstall', '--yes'])
    const isOwn = (file: string) =>
      !/^\.(claude\/|claude\.json|npm\/|cache\/claude)/.test(file) || file === '.claude/settings.json'
    const after = Object.fromEntries(Object.entries(filesBelow(owner.home)).filter(([file]) => isOwn(file)))
    expect(after).toEqual(before.home)
    const project = Object.entries(filesBelow(root)).filter(([file]) => !file.startsWith('.git/'))
    expect(Object.fromEntries(project)).toEqual({ 'README.md': '# A project\n' })
  })
})
