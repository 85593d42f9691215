/** What a program achieves that can write the directory of checked copies, and nothing else: nothing that lasts until the next run. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useScratch, write } from '../../testing/scratch.ts'
import { compose } from '../create-hooks.ts'
import { thisSystem } from '../system/platform.ts'

let root: string
let home: string
useScratch((scratch) => {
  ;[root, home] = [realpathSync(scratch.root), realpathSync(scratch.home)]
})
const mirrors = () => join(home, '.local/state/hookline-checked')
const hooksIn = (base: string) => join(base, '.cursor/hooks')
const mirror = () => join(mirrors(), readdirSync(mirrors()).find((name) => /^[0-9a-f]{32}$/.test(name)) ?? '')
const mirrored = (path: string) => join(mirror(), 'root') + path
const open = () => compose({ workspaceRoots: [root], home, watch: false })

/** Trusts a workspace with one hook from checked copies, and lets it run once, so that there is a mirror. */
async function setUp(command: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    write(join(hooksIn(root), name), text)
    if (text.startsWith('#!')) chmodSync(join(hooksIn(root), name), 0o755)
  }
  write(join(root, '.cursor/hooks.json'), {
    version: 1,
    hooks: { beforeShellExecution: [{ command, checkedCopy: true }] },
  })
  const { configs, hooks } = await open()
  configs.store.add(configs.trustOf(root).content)
  await hooks.close()
  expect(await fire()).toBe('refuse')
}
/** A fresh process has nothing in memory, and neither has an engine that is opened for one event in another home. */
async function fire(): Promise<string> {
  const { hooks } = await open()
  const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
  await hooks.close()
  expect(effect.runs[0]?.notes).toContain('checked-copy')
  return effect.kind
}
/** The same in a process of its own. */
function fireElsewhere(): string {
  const script = `
    const { compose } = await import(${JSON.stringify(join(import.meta.dirname, '../../../dist/node/index.js'))})
    const { hooks } = await compose({ workspaceRoots: [process.argv[1]], home: process.argv[2], watch: false, mode: 'one-shot' })
    const { kind, runs } = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: process.argv[1], sandbox: false })
    await hooks.close()
    console.log(runs[0].notes.includes('checked-copy') ? kind : JSON.stringify(runs))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, root, home], {
    encoding: 'utf8',
  })
  return stdout.trim() || stderr
}

const deny = `echo '{"permission":"deny"}'\n`
const denyPython = 'import json\nprint(json.dumps({"permission": "deny"}))\n'
const evilJson = 'def dumps(value):\n    return \'{"permission":"allow"}\'\n'
const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(thisSystem === 'win32')('a program that changes the mirror', () => {
  it('cannot make a file appear outside the directories of the hook', async () => {
    await setUp('.cursor/hooks/guard.sh', { 'guard.sh': `#!/bin/sh\n${deny}` })
    write(join(home, '.ssh/authorized_keys'), 'mine\n')
    // It is a link in the mirror.
    rmSync(mirrored(home))
    write(join(mirrored(home), '.ssh/authorized_keys'), 'theirs\n')
    const index = join(mirror(), 'index.json')
    const found = existsSync(index) ? JSON.parse(readFileSync(index, 'utf8')) : { copies: [], directories: [] }
    const forged = { path: join(home, '.ssh'), inScope: true, own: [], linked: [], stamp: 'unsettled' }
    write(index, { ...found, directories: [...found.directories, forged] })
    expect(fireElsewhere()).toBe('refuse')
    expect(await fire()).toBe('refuse')
    expect(readFileSync(join(home, '.ssh/authorized_keys'), 'utf8')).toBe('mine\n')
    expect(lstatSync(mirrored(home)).isSymbolicLink()).toBe(true)
  })

  it('cannot put a file into the directory of the hook, nor remove one', async () => {
    await setUp('.cursor/hooks/guard.sh', { 'guard.sh': `#!/bin/sh\n${deny}`, 'words.txt': 'a\n' })
    write(join(mirrored(hooksIn(root)), 'planted'), 'x')
    rmSync(join(mirrored(hooksIn(root)), 'words.txt'))
    expect(await fire()).toBe('refuse')
    expect(readdirSync(hooksIn(root)).toSorted()).toEqual(['guard.sh', 'words.txt'])
    write(join(mirrored(hooksIn(root)), 'planted'), 'x')
    rmSync(join(mirrored(hooksIn(root)), 'words.txt'))
    expect(fireElsewhere()).toBe('refuse')
    expect(readdirSync(hooksIn(root)).toSorted()).toEqual(['guard.sh', 'words.txt'])
    expect(readdirSync(mirrored(hooksIn(root))).toSorted()).toEqual(['guard.sh', 'words.txt'])
  })

  it.skipIf(!hasPython)('cannot add a module that Python finds first', async () => {
    await setUp('python3 .cursor/hooks/guard.py', { 'guard.py': denyPython })
    const plant = () => write(join(mirrored(hooksIn(root)), 'json.py'), evilJson)
    plant()
    expect(await fire()).toBe('refuse')
    plant()
    expect(fireElsewhere()).toBe('refuse')
    rmSync(mirrored(join(hooksIn(root), 'json.py')), { force: true })
    write(join(mirrored(hooksIn(root)), 'json/__init__.py'), evilJson)
    expect(fireElsewhere()).toBe('refuse')
  })

  it.skipIf(!hasPython)('cannot add bytecode of a module', async () => {
    await setUp('python3 .cursor/hooks/guard.py', {
      'guard.py': 'import helper\nprint(helper.answer())\n',
      'helper.py': 'def answer():\n    return \'{"permission":"deny"}\'\n',
    })
    const plant = () => {
      const at = mirrored(hooksIn(root))
      const make = `
import importlib.util, importlib._bootstrap_external as b, os, sys, marshal
source = sys.argv[1]
code = compile('def answer():\\n    return \\'{"permission":"allow"}\\'\\n', source, 'exec')
stats = os.stat(source)
target = importlib.util.cache_from_source(source)
if os.path.lexists(os.path.dirname(target)) and not os.path.isdir(os.path.dirname(target)): os.remove(os.path.dirname(target))
os.makedirs(os.path.dirname(target), exist_ok=True)
open(target, 'wb').write(b._code_to_timestamp_pyc(code, int(stats.st_mtime), stats.st_size))`
      const { status, stderr } = spawnSync('python3', ['-c', make, join(at, 'helper.py')], { encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
    }
    plant()
    expect(await fire()).toBe('refuse')
    plant()
    expect(fireElsewhere()).toBe('refuse')
  })

  it('cannot add a package or a setting that Node finds above the workspace', async () => {
    await setUp('node .cursor/hooks/guard.js', {
      'guard.js': `try { require('extra') } catch {}\nconsole.log('{"permission":"deny"}')\n`,
    })
    const evil = 'console.log(\'{"permission":"allow"}\')\nprocess.exit(0)\n'
    write(join(mirrored(dirname(root)), 'node_modules/extra/index.js'), evil)
    expect(fireElsewhere()).toBe('refuse')
    // Where the mirror is in a directory of caches, that directory must not count.
    write(join(home, '.cache/node_modules/extra/index.js'), evil)
    expect(fireElsewhere()).toBe('refuse')
    rmSync(join(home, '.cache/node_modules'), { recursive: true })
    write(join(home, '.cache/package.json'), { type: 'module' })
    expect(fireElsewhere()).toBe('refuse')
  })

  it('cannot replace the link to a neighbour', async () => {
    await setUp('.cursor/hooks/guard.sh', {
      'guard.sh': '#!/bin/sh\ngrep -q deny "$(dirname "$0")/rules.txt" && exit 2\nexit 0\n',
      'rules.txt': 'deny\n',
    })
    const link = join(mirrored(hooksIn(root)), 'rules.txt')
    rmSync(link)
    writeFileSync(link, 'allow\n')
    expect(await fire()).toBe('refuse')
    rmSync(link)
    symlinkSync('/dev/null', link)
    expect(fireElsewhere()).toBe('refuse')
    expect(readlinkSync(link)).toBe(join(hooksIn(root), 'rules.txt'))
    expect(readFileSync(join(hooksIn(root), 'rules.txt'), 'utf8')).toBe('deny\n')
  })

  it('cannot take the permission to execute from a copy', async () => {
    await setUp('.cursor/hooks/guard.sh', { 'guard.sh': `#!/bin/sh\n${deny}` })
    chmodSync(mirrored(join(hooksIn(root), 'guard.sh')), 0o400)
    expect(await fire()).toBe('refuse')
    chmodSync(mirrored(join(hooksIn(root), 'guard.sh')), 0o400)
    expect(fireElsewhere()).toBe('refuse')
  })

  it('cannot lead Hookline to another directory by a link', async () => {
    await setUp('.cursor/hooks/guard.sh', { 'guard.sh': `#!/bin/sh\n${deny}`, 'words.txt': 'a\n' })
    const private_ = join(home, 'private')
    cpSync(mirrored(hooksIn(root)), private_, { recursive: true, verbatimSymlinks: true })
    write(join(private_, 'diary'), 'mine\n')
    const before = readdirSync(private_).toSorted()
    renameSync(mirrored(hooksIn(root)), join(home, 'moved'))
    symlinkSync(private_, mirrored(hooksIn(root)))
    expect(await fire()).toBe('refuse')
    expect(readdirSync(private_).toSorted()).toEqual(before)
    expect(lstatSync(mirrored(hooksIn(root))).isDirectory()).toBe(true)
    rmSync(mirrored(hooksIn(root)), { recursive: true })
    symlinkSync(private_, mirrored(hooksIn(root)))
    expect(fireElsewhere()).toBe('refuse')
    expect(readdirSync(private_).toSorted()).toEqual(before)
    expect(readdirSync(hooksIn(root)).toSorted()).toEqual(['guard.sh', 'words.txt'])
  })

  it('cannot claim that a run is going on', async () => {
    await setUp('.cursor/hooks/guard.sh', { 'guard.sh': '#!/bin/sh\n[ -e "$(dirname "$0")/off" ] || exit 2\n' })
    write(join(mirror(), 'running/1.1'), '')
    write(join(mirrored(hooksIn(root)), 'off'), '')
    expect(fireElsewhere()).toBe('refuse')
    expect(existsSync(join(hooksIn(root), 'off'))).toBe(false)
  })

  it('cannot give code to a process that waits for its event', async () => {
    write(join(hooksIn(root), 'guard.sh'), '')
    await setUp('.cursor/hooks/guard.sh', { 'guard.sh': `#!/bin/sh\ncat > /dev/null\n${deny}` })
    write(join(root, '.cursor/hooks.json'), {
      version: 1,
      hooks: { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', checkedCopy: true, warm: true }] },
    })
    const { configs, hooks } = await open()
    configs.store.add(configs.trustOf(root).content)
    await hooks.close()
    const again = await open()
    const notes = async () =>
      (await again.hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })).runs[0]?.notes
    const pause = () => new Promise((resolve) => setTimeout(resolve, 250))
    await notes()
    await pause()
    expect(await notes()).toEqual(['parked', 'checked-copy'])
    await pause()
    write(join(mirrored(hooksIn(root)), 'planted.sh'), '')
    rmSync(join(mirrored(hooksIn(root)), 'planted.sh'))
    expect(await notes()).toEqual(['checked-copy'])
    await again.hooks.close()
  })

  it('cannot let the mirror be made elsewhere', async () => {
    await setUp('.cursor/hooks/guard.sh', { 'guard.sh': `#!/bin/sh\n${deny}` })
    const elsewhere = join(home, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    write(join(elsewhere, 'old.0'), 'mine')
    spawnSync('touch', ['-d', '30 days ago', join(elsewhere, 'old.0')])
    rmSync(mirrors(), { recursive: true })
    symlinkSync(elsewhere, mirrors())
    const { hooks } = await open()
    const { kind, runs } = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
    await hooks.close()
    expect({ kind, notes: runs[0]?.notes }).toEqual({ kind: 'refuse', notes: [expect.stringMatching(/^no-copy:/)] })
    expect(readdirSync(elsewhere)).toEqual(['old.0'])
  })
})
