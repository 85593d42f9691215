import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useScratch, write } from '../../testing/scratch.ts'
import { compose } from '../create-hooks.ts'
import { thisPlatform } from '../system/machine.ts'
import { teamPaths } from './sets.ts'

let root: string
let home: string
useScratch((scratch) => {
  ;({ root, home } = scratch)
})

const id = 'hl_abcdefghij234567'
const paths = () => teamPaths(thisPlatform(home), id)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const allow = '#!/bin/sh\necho \'{"permission":"allow"}\'\n'

/** Installs a set of hooks as a sync does. */
function install(name: string, script: string, more: Readonly<Record<string, string>> = {}): string {
  const hooks = JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command: './guard.sh' }] } })
  return installFiles(name, { 'hooks.json': hooks, 'guard.sh': script, ...more })
}

function installFiles(name: string, files: Readonly<Record<string, string>>): string {
  const set = join(paths().sets, name)
  for (const [file, text] of Object.entries(files)) write(join(set, file), text)
  for (const file of Object.keys(files)) if (!file.endsWith('.json')) chmodSync(join(set, file), 0o700)
  const hashes = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, sha(text)]))
  write(paths().manifest(name), { team: id, revision: 1, files: hashes, lines: {} })
  symlinkSync(join('.sets', name), `${paths().link}.new`)
  renameSync(`${paths().link}.new`, paths().link)
  write(paths().installed, { set: name })
  return set
}
const first = '1-0123456789abcdef'
const second = '2-0123456789abcdef'

async function fire(command = 'ls') {
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  try {
    return await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })
  } finally {
    await hooks.close()
  }
}

const isRefused = { kind: 'refuse', because: { rule: 'failed-closed', failure: 'integrity' } }

describe('hooks that a sync installed', () => {
  it('run as they were signed', async () => {
    install(first, allow)
    expect(await fire()).toMatchObject({ kind: 'proceed', because: { rule: 'reply' } })
  })

  it.each<readonly [string, (set: string) => void]>([
    ['a script has another byte', (set) => writeFileSync(join(set, 'guard.sh'), `${allow}#`)],
    ['the file names another script', (set) => writeFileSync(join(set, 'hooks.json'), '{"version":1,"hooks":{}}')],
    ['a script is not executable', (set) => chmodSync(join(set, 'guard.sh'), 0o600)],
    ['only others may run a script', (set) => chmodSync(join(set, 'guard.sh'), 0o611)],
    ['a file is gone', (set) => unlinkSync(join(set, 'guard.sh'))],
    ['there is a file that was not signed', (set) => writeFileSync(join(set, 'json.py'), '')],
    [
      'a script is a link, even to the same bytes',
      (set) => {
        renameSync(join(set, 'guard.sh'), join(home, 'elsewhere.sh'))
        symlinkSync(join(home, 'elsewhere.sh'), join(set, 'guard.sh'))
      },
    ],
    [
      'the link points to another directory',
      (set) => {
        renameSync(set, join(home, first))
        unlinkSync(paths().link)
        symlinkSync(join(home, first), paths().link)
      },
    ],
    [
      'a directory replaces the link',
      (set) => {
        unlinkSync(paths().link)
        renameSync(set, paths().link)
      },
    ],
    ['the manifest is gone', () => unlinkSync(paths().manifest(first))],
    ['the manifest is invalid', () => writeFileSync(paths().manifest(first), '{"files":{}}')],
    ['all of it is gone', () => rmSync(paths().directory, { recursive: true })],
    ['the link is gone', () => unlinkSync(paths().link)],
  ])('refuse as `integrity` when %s', async (_, change) => {
    change(install(first, allow))
    const effect = await fire()
    // A link to a missing directory closes the gate before the manifest is read.
    expect(effect).toMatchObject(isRefused)
    expect(effect.userMessage).toContain('hookline team sync')
    expect(effect.agentMessage).not.toContain('hookline team sync')
  })

  it('do not count if a script changes while it runs', async () => {
    install(first, `#!/bin/sh\necho "# more" >> "$0"\necho '{"permission":"allow"}'\n`)
    expect(await fire()).toMatchObject(isRefused)
  })

  it('finish with the set the event started with, even if a new one is installed meanwhile', async () => {
    const link = paths().link
    install(
      first,
      `#!/bin/sh\nln -sfn .sets/${second} ${link}.new; mv -T ${link}.new ${link}\nsleep 0.1; cat note; echo '{"permission":"allow"}'\n`,
      {
        note: '',
      },
    )
    const other = install(second, allow, { note: 'x' })
    install(first, readFileSync(join(paths().sets, first, 'guard.sh'), 'utf8'), { note: '' })
    expect(await fire()).toMatchObject({ kind: 'proceed', because: { rule: 'reply' } })
    expect(readFileSync(join(link, 'note'), 'utf8')).toBe(readFileSync(join(other, 'note'), 'utf8'))
    expect(await fire()).toMatchObject({ kind: 'proceed', because: { rule: 'reply' } })
  })

  it('are checked for changes by a running engine', async () => {
    const set = install(first, allow)
    const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
    const input = { command: 'ls', cwd: root, sandbox: false }
    expect(await hooks.fire('beforeShellExecution', input)).toMatchObject({ kind: 'proceed' })
    writeFileSync(join(set, 'guard.sh'), `${allow}# other`)
    expect(await hooks.fire('beforeShellExecution', input)).toMatchObject(isRefused)
    writeFileSync(join(set, 'guard.sh'), allow)
    expect(await hooks.fire('beforeShellExecution', input)).toMatchObject({ kind: 'proceed' })
    await hooks.close()
  })

  it("of Cursor's own teams run without a manifest", async () => {
    const directory = join(home, '.cursor/managed/team_7/hooks')
    mkdirSync(directory, { recursive: true })
    write(join(directory, 'hooks.json'), { version: 1, hooks: { beforeShellExecution: [{ command: 'exit 2' }] } })
    expect(await fire()).toMatchObject({ kind: 'refuse', because: { rule: 'exit-2' } })
  })
})

describe('a set with a hookline.json', () => {
  const noHooks = '{"version":1,"hooks":{}}'
  const installOwn = (content: object, more: Readonly<Record<string, string>> = {}) =>
    installFiles(first, { 'hooks.json': noHooks, 'hookline.json': JSON.stringify(content), ...more })
  const rule = { type: 'rule', rule: { when: { field: 'command', contains: 'force' }, verdict: 'deny' } }
  const module = `export default { event: 'beforeShellExecution', run: ({ command }) => command === 'mod' ? { permission: 'deny' } : {} }`

  it('has rules, modules, scripts and packs', async () => {
    installOwn(
      {
        packs: { 'shell-guard': {} },
        hooks: {
          beforeShellExecution: [rule, { type: 'module', module: './guard.mjs' }, { command: './guard.sh', name: 'g' }],
        },
      },
      { 'guard.mjs': module, 'guard.sh': '#!/bin/sh\ngrep -q scripted && exit 2\nexit 0\n' },
    )
    expect(await fire('git push --force')).toMatchObject({ kind: 'refuse' })
    expect(await fire('rm -rf ~')).toMatchObject({ kind: 'refuse' })
    expect(await fire('mod')).toMatchObject({ kind: 'refuse' })
    expect(await fire('scripted')).toMatchObject({ kind: 'refuse' })
    expect(await fire('ls')).toMatchObject({ kind: 'proceed' })
  })

  it('cannot be loosened by the person: not by disabling, monitoring or exceptions', async () => {
    installOwn({ packs: { 'shell-guard': {} } })
    write(join(home, '.config/hookline/hookline.json'), {
      monitor: ['team', 'shell-guard'],
      packs: { 'shell-guard': { mode: 'monitor' } },
    })
    write(join(home, '.local/state/hookline/disabled.json'), {
      version: 1,
      disabled: [
        { id: 'shell-guard', kind: 'pack' },
        { id: 'shell-guard/recursive-delete', kind: 'rule' },
      ],
    })
    const effect = await fire('rm -rf ~')
    expect(effect).toMatchObject({ kind: 'refuse' })
    expect(effect.because.entries.every(({ origin }) => origin.source === 'team')).toBe(true)
  })

  it('closes its gates if a byte of the file differs', async () => {
    const set = installOwn({ hooks: { beforeShellExecution: [rule] } })
    expect(await fire('ls')).toMatchObject({ kind: 'proceed' })
    writeFileSync(join(set, 'hookline.json'), '{}')
    expect(await fire('ls')).toMatchObject(isRefused)
  })

  it('has settings: managedOnly counts, and models are a problem', async () => {
    installOwn({ managedOnly: true, models: { default: 'a/b' }, hooks: {} })
    write(join(home, '.cursor/hooks.json'), {
      version: 1,
      hooks: { beforeShellExecution: [{ command: 'exit 2' }] },
    })
    expect(await fire('ls')).toMatchObject({ kind: 'proceed', plan: { skipped: [{ why: 'managed-only' }] } })
    const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
    expect(hooks.problems).toMatchObject([{ code: 'forbidden-setting', message: expect.stringContaining('models') }])
    await hooks.close()
  })

  it('beside the hooks of another team counts for both', async () => {
    installOwn({ managedOnly: true, packs: { 'shell-guard': {} } })
    const cursor = join(home, '.cursor/managed/team_7/hooks')
    write(join(cursor, 'hooks.json'), { version: 1, hooks: {} })
    write(join(cursor, 'hookline.json'), { hooks: { beforeShellExecution: [{ command: 'exit 2' }] } })
    expect(await fire('ls')).toMatchObject({ kind: 'proceed' })
    expect(await fire('rm -rf ~')).toMatchObject({ kind: 'refuse' })
  })
})
