/**
 * Creates the hook files of a machine from the signed list of hooks, one line for each hook. Plain scripts are a hooks.json in Cursor's
 * format. Anything else makes it a hookline.json with all hooks of the team, so that its settings count for all of them (CONTRACT §9).
 */
import { type BundledHook, isPlainScript } from './bundle.ts'
import { nameFiles } from './file-names.ts'
import { hookKinds } from './hook-kinds.ts'

export interface SetFiles {
  /** The text of each file by name: hooks.json, and hookline.json if the set needs one. */
  readonly files: Readonly<Record<string, string>>
  /** The hook id for each line of hookline.json or, without one, of hooks.json. */
  readonly lines: Readonly<Record<string, number>>
  /** The file name of each hook that has a script or a module. */
  readonly names: ReadonlyMap<BundledHook, string>
}

/** The name of each system in a list of hooks and its name in Node. */
export const systems = { Linux: 'linux', Macintosh: 'darwin', Windows: 'win32' } as const

/** Selects the active hooks of this system. */
export const selectHooks = (hooks: readonly BundledHook[], system: string): readonly BundledHook[] =>
  hooks.filter(({ is_active, operating_systems: only }) => is_active && (only.length === 0 || only.includes(system)))

/** Returns a message if the files cannot be created. */
export function createSetFiles(hooks: readonly BundledHook[], system: string): SetFiles | string {
  const names = nameFiles(hooks.filter(({ kind = 'script' }) => hookKinds[kind].hasFile))
  if (typeof names === 'string') return names
  const invalidName = system === 'win32' ? [...names.values()].find((name) => /["%^&<>|!]/.test(name)) : undefined
  if (invalidName !== undefined) return `the script name ${JSON.stringify(invalidName)} is not valid on Windows`
  const repeated = findRepeated(hooks)
  if (repeated !== undefined) return repeated
  const { text, lines } = formatFile(hooks, (hook) => toEntry(hook, names.get(hook) ?? '', system))
  const files = hooks.every(isPlainScript)
    ? { 'hooks.json': text }
    : { 'hooks.json': formatFile([], () => ({})).text, 'hookline.json': text }
  return { files, lines, names }
}

export interface ObservedFile {
  readonly text: string
  readonly lines: SetFiles['lines']
  readonly names: SetFiles['names']
}

/** Settings of the enforced file that say how its own hooks run. The observed ones run in the same way. */
const runSettings = new Set(['environment', 'sandbox', 'warm', 'checkedCopy'])

/**
 * Creates the file of the hooks that only observe, which stands beside the files of the enforced ones. That they only observe is
 * not in it: every file of this name does (CONTRACT §9). Returns a message if it cannot be created.
 */
export function createObservedFile(
  observed: readonly BundledHook[],
  enforced: readonly BundledHook[],
  system: string,
): ObservedFile | string {
  // A changed script has the name of the enforced one, so it gets another.
  const renamed = observed.map((hook) =>
    hookKinds[hook.kind ?? 'script'].hasFile ? { ...hook, script_name: `observed-${hook.script_name}` } : hook,
  )
  const all = createSetFiles([...enforced.filter(({ kind = 'script' }) => hookKinds[kind].hasFile), ...renamed], system)
  if (typeof all === 'string') return all
  const settings = enforced
    .filter(({ kind }) => kind === 'settings')
    .map(({ config = {}, ...hook }) => ({
      ...hook,
      config: Object.fromEntries(Object.entries(config).filter(([key]) => runSettings.has(key))),
    }))
  const { text, lines } = formatFile([...settings, ...renamed], (hook) =>
    toEntry(hook, all.names.get(hook) ?? '', system),
  )
  return { text, lines, names: new Map([...all.names].filter(([hook]) => renamed.includes(hook))) }
}

/** A pack and the settings are keys of one object, so each can be there once. */
function findRepeated(hooks: readonly BundledHook[]): string | undefined {
  const keys = hooks
    .filter(({ kind = 'script' }) => !hookKinds[kind].hasEvent)
    .map(({ kind, script_name }) => (kind === 'pack' ? `the pack ${JSON.stringify(script_name)}` : 'settings'))
  const repeated = keys.find((key, at) => keys.indexOf(key) !== at)
  return repeated === undefined ? undefined : `${repeated} occurs twice for the same system. Keep one`
}

function formatFile(hooks: readonly BundledHook[], entryOf: (hook: BundledHook) => object) {
  const lines: Record<string, number> = {}
  const rows = ['{', '  "version": 1,']
  const add = (row: string, hook: BundledHook) => {
    rows.push(row)
    lines[String(rows.length)] = hook.id
  }
  for (const { config = {} } of hooks.filter(({ kind }) => kind === 'settings'))
    for (const [key, value] of Object.entries(config)) rows.push(`  ${JSON.stringify(key)}: ${JSON.stringify(value)},`)
  const packs = hooks.filter(({ kind }) => kind === 'pack')
  if (packs.length > 0) {
    rows.push('  "packs": {')
    for (const [at, pack] of packs.entries())
      add(`    ${JSON.stringify(pack.script_name)}: ${JSON.stringify(pack.config ?? {})}${commaAt(at, packs)}`, pack)
    rows.push('  },')
  }
  rows.push('  "hooks": {')
  const entries = hooks.filter(({ kind = 'script' }) => hookKinds[kind].hasEvent)
  const steps = [...new Set(entries.map(({ hook_step }) => hook_step))]
  for (const [at, step] of steps.entries()) {
    rows.push(`    ${JSON.stringify(step)}: [`)
    const stepHooks = entries.filter(({ hook_step }) => hook_step === step)
    for (const [index, hook] of stepHooks.entries())
      add(`      ${JSON.stringify(entryOf(hook))}${commaAt(index, stepHooks)}`, hook)
    rows.push(`    ]${commaAt(at, steps)}`)
  }
  rows.push('  }', '}', '')
  return { text: rows.join('\n'), lines }
}

const commaAt = (at: number, list: readonly unknown[]): string => (at === list.length - 1 ? '' : ',')

/** `config` comes last: it has the forms of a key that have no field of their own, such as `loop_limit: null`. */
const toEntry = (hook: BundledHook, file: string, system: string) => {
  const { matcher, timeout, fail_closed, loop_limit, approvals, config } = hook
  return {
    ...actionOf(hook, file, system),
    ...(matcher === undefined || matcher === '' ? {} : { matcher }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(fail_closed === undefined ? {} : { failClosed: fail_closed }),
    ...(loop_limit === undefined ? {} : { loop_limit }),
    ...(approvals === undefined ? {} : { approvals }),
    ...config,
  }
}

function actionOf({ kind = 'script', script_name }: BundledHook, file: string, system: string): object {
  if (kind === 'script') return { command: commandFor(file, system) }
  if (kind === 'module') return { type: kind, module: `./${file}` }
  // A label that was not chosen is the kind.
  return { type: kind, ...(script_name === kind ? {} : { name: script_name }) }
}

/** Quotes the name for the shell: it is a label that an author chose and may contain any character. */
function commandFor(name: string, system: string): string {
  if (/^[\w.-]+$/.test(name)) return `./${name}`
  if (system !== 'win32') return `'./${name.replaceAll("'", `'\\''`)}'`
  return `".\\${name}"`
}
