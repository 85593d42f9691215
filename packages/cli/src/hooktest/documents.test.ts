/** Runs the configurations that the vendor's documentation prints, unchanged, as user files and as project files. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { bin } from '../testing/cli.ts'
import { provideExamplePrograms } from '../testing/interpreters.ts'

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url))
const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-documents-')))
const { directory, PATH, yaml } = provideExamplePrograms()
afterAll(() => {
  for (const path of [base, directory]) rmSync(path, { recursive: true, force: true })
})

type Level = 'user' | 'project'
interface DocumentSetup {
  readonly events: readonly string[]
  trigger(event: string, ...args: readonly string[]): Triggered
}
interface Triggered {
  readonly kind: string
  readonly runs: readonly {
    readonly outcome: { readonly kind: string; readonly code?: string; readonly verdict?: string }
  }[]
}

/** The documentation's own scripts come first. Ours replace those that it only names. */
const folders = ['documents/scripts', 'project/.cursor/hooks'].map((folder) => join(examples, folder))
const standIn = join(examples, 'documents/scripts/format.sh')

function scriptFor(name: string): string {
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? standIn
}

/** As documented, paths are `./hooks/x` in a user file and `.cursor/hooks/x` in a project file. */
const spelling: Readonly<Record<Level, (text: string) => string>> = {
  user: (text) => text.replaceAll(' .cursor/hooks/', ' ./hooks/').replaceAll('".cursor/hooks/', '"./hooks/'),
  project: (text) => text.replaceAll('"./hooks/', '".cursor/hooks/'),
}

async function setUp(file: string, level: Level): Promise<DocumentSetup> {
  const at = join(base, `${basename(file, '.json')}-${level}`)
  const [home, workspace] = [join(at, 'home'), join(at, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(join(folder, '.cursor'), { recursive: true })
  const text = spelling[level](readFileSync(join(examples, 'documents', file), 'utf8'))
  const cwd = level === 'user' ? join(home, '.cursor') : workspace
  for (const [path] of text.matchAll(/(?<=[" ])\.[\w./-]+\.(?:sh|ts|py)/g)) {
    const target = resolve(cwd, path)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(scriptFor(basename(path)), target)
  }
  await writeFile(join(level === 'user' ? home : workspace, '.cursor/hooks.json'), text)
  const hookline = (...args: readonly string[]) =>
    spawnSync(process.execPath, [bin, ...args], { cwd: workspace, env: { PATH, HOME: home }, encoding: 'utf8' })
  hookline('trust', 'add', '--yes')
  return {
    events: Object.keys(JSON.parse(text).hooks),
    trigger: (event, ...args) => {
      const { stdout, stderr } = hookline('trigger', event, '--json', ...args)
      expect(stderr).toBe('')
      return JSON.parse(stdout)
    },
  }
}

const files = readdirSync(join(examples, 'documents')).filter(
  (name) => name.endsWith('.json') && (yaml || name !== 'kube-guard.json'),
)
const levels: readonly Level[] = ['user', 'project']
/** Hooks that cannot run here and fail open: a prompt hook needs a model, and the other needs a script outside the home. */
const unavailable = ['prompt-hook.json', 'validate-and-log.json']
/** Arguments that no rule of the examples denies. */
const harmless: Readonly<Record<string, readonly string[]>> = { beforeShellExecution: ['--command', 'ls'] }

describe.each(levels)('a %s file', (level) => {
  test.each(files)('%s allows harmless events, and no hook of it fails', async (file) => {
    const { events, trigger } = await setUp(file, level)
    for (const event of events) {
      const { kind, runs } = trigger(event, ...(harmless[event] ?? []))
      const failed = runs.filter(({ outcome }) => outcome.kind === 'failed' || outcome.kind === 'blocked')
      expect({ event, kind }).toEqual({ event, kind: 'proceed' })
      if (!unavailable.includes(file)) expect({ event, failed }).toEqual({ event, failed: [] })
    }
  })

  test.each([
    ['audit-and-block-git.json', 'beforeShellExecution', 'git push', 'deny'],
    ['command-hook.json', 'beforeShellExecution', 'curl example.org', 'ask'],
    ['matchers.json', 'beforeShellExecution', 'wget example.org', 'ask'],
    ['from-hookify.json', 'beforeShellExecution', 'grep -E x', 'deny'],
  ])('%s: %s "%s" gets the verdict %s from the hook', async (file, event, command, want) => {
    const { trigger } = await setUp(file, level)
    expect(trigger(event, '--command', command).runs.map(({ outcome }) => outcome.verdict)).toContain(want)
  })
})

test.each(levels)(
  'the audit hook of a %s file logs beside hooks.json, and a log it cannot write denies nothing',
  async (level) => {
    const { trigger } = await setUp('audit-and-block-git.json', level)
    const folder = join(base, `audit-and-block-git-${level}`, level === 'user' ? 'home' : 'workspace', '.cursor')
    rmSync(join(folder, 'audit.log'), { force: true })
    trigger('beforeShellExecution', '--command', 'ls')
    expect(readFileSync(join(folder, 'audit.log'), 'utf8')).toMatch(/beforeShellExecution/)
    rmSync(join(folder, 'audit.log'))
    mkdirSync(join(folder, 'audit.log'))
    const { kind, runs } = trigger('beforeShellExecution', '--command', 'ls')
    expect(kind).toBe('proceed')
    expect(runs.map(({ outcome }) => outcome.code ?? outcome.kind)).toContain('exit')
  },
)
