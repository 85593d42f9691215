import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { useScratch, write } from '../../testing/scratch.ts'
import { differingKinds, type ScriptKind, scriptKinds } from '../../testing/script-kinds.ts'
import { compose } from '../create-hooks.ts'
import { thisSystem } from '../system/platform.ts'

let base: string
useScratch((scratch) => {
  ;({ base } = scratch)
})

interface Observed {
  readonly runs: readonly { readonly stdout: string; readonly exitCode: number | undefined; readonly kind: string }[]
  readonly files: Readonly<Record<string, string>>
  readonly notes: readonly (readonly string[])[]
}

/** Trusts a workspace with this hook and fires two events, each in a fresh engine as `hookline run` does. */
async function observe(
  { command, args, files, links = {}, executable = [] }: ScriptKind,
  checkedCopy: boolean,
): Promise<Observed> {
  const [root, home] = ['work', 'home'].map((name) => join(base, String(checkedCopy), name)) as [string, string]
  mkdirSync(home, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    write(join(root, path), text)
    if (text.startsWith('#!') || executable.includes(path)) chmodSync(join(root, path), 0o755)
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(target, join(root, path))
  }
  const entry = { command, ...(args === undefined ? {} : { args }), checkedCopy }
  write(join(root, '.hookline/hookline.json'), { hooks: { beforeShellExecution: [entry] } })
  const open = () => compose({ workspaceRoots: [root], home, watch: false })
  const first = await open()
  first.configs.store.add(first.configs.trustOf(root).content)
  await first.hooks.close()
  const runs = []
  const notes = []
  for (let round = 0; round < 2; round++) {
    const { hooks } = await open()
    const effect = await hooks.fire('beforeShellExecution', { command: 'rm x', cwd: root, sandbox: false })
    await hooks.close()
    const [run] = effect.runs
    runs.push({ stdout: (run?.stdout ?? '').replaceAll(root, '<root>'), exitCode: run?.exitCode, kind: effect.kind })
    notes.push(run?.notes ?? [])
  }
  return { runs, files: filesOf(root), notes }
}

function filesOf(root: string, below = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(join(root, below))) {
    const path = join(below, name)
    const stats = lstatSync(join(root, path))
    // Bytecode of modules is kept in the mirror (CONTRACT §5), and the settings differ in `checkedCopy`.
    if (name === '__pycache__' || name === 'hookline.json') continue
    if (stats.isSymbolicLink()) found[path] = `→ ${readlinkSync(join(root, path)).replaceAll(root, '<root>')}`
    else if (stats.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, filesOf(root, path))
    else
      found[path] =
        `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(root, path), 'utf8').replaceAll(root, '<root>')}`
  }
  return found
}

const isInstalled = (program: string | undefined): boolean =>
  program === undefined || spawnSync(program, ['--version']).status === 0
const kinds = thisSystem === 'win32' ? [] : scriptKinds.filter(({ needs }) => isInstalled(needs))

it('has at least 50 kinds', () => {
  expect(scriptKinds.length).toBeGreaterThanOrEqual(50)
  expect(new Set(scriptKinds.map(({ name }) => name)).size).toBe(scriptKinds.length)
})

it.each(kinds)('from a copy it does the same: $name', async (kind) => {
  const [plain, copied] = await Promise.all([observe(kind, false), observe(kind, true)])
  // What it writes beside itself is no change of what was trusted.
  for (const { exitCode, kind: effect } of plain.runs) expect(effect).toBe(exitCode === 2 ? 'refuse' : 'proceed')
  expect(copied.runs).toEqual(plain.runs)
  expect(copied.files).toEqual(plain.files)
  expect(plain.notes.flat()).not.toContain('checked-copy')
  const hasScript = Object.keys(kind.files).length > 0
  expect(copied.notes.map((notes) => notes.includes('checked-copy'))).toEqual(Array(2).fill(hasScript))
  expect(copied.notes.flat().filter((note) => note.startsWith('no-copy') || note === 'not-copied')).toEqual([])
})

it.each(thisSystem === 'win32' ? [] : differingKinds)(
  'from a copy it differs, as the contract says: $name',
  async (kind) => {
    const [plain, copied] = await Promise.all([observe(kind, false), observe(kind, true)])
    expect(copied.notes.flat()).toContain('checked-copy')
    expect({ runs: copied.runs, files: copied.files }).not.toEqual({ runs: plain.runs, files: plain.files })
  },
)
