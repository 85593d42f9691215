/** The hooks of a plugin directory: its hooks/hooks.json and those of its manifest, in Hookline's format or in an agent's. */
import type { AgentPlugin } from '../agents/agent.ts'
import { agents, usualAgent } from '../agents/list.ts'
import { memberOf, type Node, type ObjectNode, parseJsonc, plain, start } from '../config/jsonc.ts'
import { isAbsolute, isWithin, join, resolve } from '../config/paths.ts'
import { groupAgentOf, readGroupMap } from '../config/read-groups.ts'
import { readDocument, readEventMap, unusableFile } from '../config/read-hooks.ts'
import { createReader, type Reader, type ReadOptions, type SourceInfo } from '../config/reader.ts'
import type { Settings } from '../flow.ts'
import type { Loaded, Source } from '../ports.ts'
import { type FileInfo, loadDocument, noEntries, type SourceSetup } from './document.ts'

const defaultFile = 'hooks/hooks.json'

/** `untrusted` if the directory is part of a workspace, whose trust then decides. */
export function plugin(directory: string, setup: SourceSetup, trust: 'own' | 'untrusted' = 'own'): Source {
  const { system } = setup.platform
  const file = (...parts: readonly string[]) => join(system, directory, ...parts)
  const at = (path: string): FileInfo => ({
    source: 'plugin',
    own: false,
    trust,
    root: directory,
    cwd: directory,
    file: path,
  })
  const withSettings = (loaded: Loaded): Loaded =>
    trust === 'own' ? loaded : { ...loaded, settings: pluginSettings(directory) }
  const manifests = (hooks: AgentPlugin['hooks']): readonly string[] =>
    agents.flatMap(({ plugin }) => (plugin?.hooks === hooks ? [file(plugin.manifest)] : []))
  return {
    name: 'plugin',
    load: () => {
      if (!isAbsolute(system, directory)) return reportPlugin(at(directory), setup.reading, 'relative-plugin')
      for (const path of manifests('instead')) {
        const named = loadDocument(at(path), setup, (text, info, reading) => readManifest(text, info, reading, setup))
        if (named !== noEntries) return withSettings(named)
      }
      const found = [
        loadDocument(at(file(defaultFile)), setup, readPluginHooks),
        ...manifests('beside').map((path) =>
          loadDocument(at(path), setup, (text, info, reading) => readAddedHooks(text, info, reading, setup)),
        ),
      ].filter((loaded) => loaded !== noEntries)
      return withSettings(
        found.length === 0 ? reportPlugin(at(directory), setup.reading, 'bad-plugin') : mergeLoaded(found),
      )
    },
    watched: () => [...manifests('instead'), file(defaultFile), ...manifests('beside')],
  }
}

const mergeLoaded = (loaded: readonly Loaded[]): Loaded => ({
  entries: loaded.flatMap((one) => one.entries),
  problems: [...new Set(loaded.flatMap((one) => one.problems))],
  ...(loaded.some((one) => one.broken === true) ? { broken: true } : {}),
})

/** Names the directory even if it is empty now, because the hooks that were trusted there may have guarded a gate. */
const pluginSettings = (directory: string): Settings => ({
  source: 'plugin',
  file: directory,
  root: directory,
  values: {},
})

function reportPlugin(info: FileInfo, reading: ReadOptions, code: 'relative-plugin' | 'bad-plugin'): Loaded {
  const reader = createReader(info, reading)
  const [message, hint] =
    code === 'relative-plugin'
      ? [`${info.file} is not an absolute path`, 'Write the absolute path of the plugin.']
      : [`${info.file} contains no hooks`, `Add ${defaultFile}, or ${usualAgent.plugin?.manifest} with \`hooks\`.`]
  reader.report(code, start, message, hint)
  return { entries: [], problems: reader.problems }
}

/** Reads a file of hooks. The names of its events show whether it has an agent's format. */
function readPluginHooks(text: string, info: SourceInfo, reading: ReadOptions): Loaded {
  const reader = createReader(info, reading)
  const node = readTree(text, reader)
  return 'entries' in node ? node : readHooksNode(node, reader)
}

function readHooksNode(node: Node, reader: Reader): Loaded {
  const hooks = node.kind === 'object' ? memberOf(node, 'hooks')?.value : undefined
  const agent = hooks === undefined ? undefined : groupAgentOf(hooks)
  return hooks !== undefined && agent !== undefined ? readGroupMap(agent, hooks, reader) : readDocument(node, reader)
}

function readTree(text: string, reader: Reader): Node | Loaded {
  const parsed = parseJsonc(text)
  if (parsed.kind !== 'fault') return parsed.node
  const { code, at, message, hint } = parsed.fault
  reader.report(code, at, message, hint)
  return unusableFile(reader, at, message)
}

/** In this manifest, `hooks` is a path inside the plugin, or the hooks themselves. Without it the default file is read. */
function readManifest(text: string, info: SourceInfo, reading: ReadOptions, setup: SourceSetup): Loaded {
  const reader = createReader(info, reading)
  const node = readTree(text, reader)
  if ('entries' in node) return node
  const hooks = node.kind === 'object' ? memberOf(node, 'hooks')?.value : undefined
  return hooks === undefined
    ? loadNamedFile(defaultFile, node, info, setup)
    : readManifestHooks(hooks, info, reader, setup)
}

/** This manifest adds to the default file, which is read in any case, and may name several files. */
function readAddedHooks(text: string, info: SourceInfo, reading: ReadOptions, setup: SourceSetup): Loaded {
  const reader = createReader(info, reading)
  const node = readTree(text, reader)
  if ('entries' in node) return node
  const hooks = node.kind === 'object' ? memberOf(node, 'hooks')?.value : undefined
  if (hooks === undefined) return noEntries
  const parts = hooks.kind === 'list' ? hooks.items : [hooks]
  const isDefault = (part: Node) => plain(part) === defaultFile || plain(part) === `./${defaultFile}`
  const read = parts.filter((part) => !isDefault(part)).map((part) => readManifestHooks(part, info, reader, setup))
  return read.length === 0 ? noEntries : mergeLoaded(read)
}

function readManifestHooks(hooks: Node, info: SourceInfo, reader: Reader, setup: SourceSetup): Loaded {
  if (hooks.kind === 'object') return readInline(hooks, reader)
  const path = plain(hooks)
  if (typeof path === 'string') return loadNamedFile(path, hooks, info, setup)
  reader.report('wrong-type', hooks.at, '`hooks` must be a path or an object', 'Write "hooks": "hooks/hooks.json".')
  return unusableFile(reader, hooks.at, '`hooks` is neither a path nor an object')
}

/** Reads a map of events, or a whole document. */
function readInline(hooks: ObjectNode, reader: Reader): Loaded {
  if (memberOf(hooks, 'hooks') !== undefined) return readHooksNode(hooks, reader)
  const agent = groupAgentOf(hooks)
  return agent === undefined ? readEventMap(hooks, reader) : readGroupMap(agent, hooks, reader)
}

function loadNamedFile(path: string, node: Node, info: SourceInfo, setup: SourceSetup): Loaded {
  const { system } = setup.platform
  const file = resolve(system, info.cwd, path)
  if (isWithin(system, info.cwd, file)) {
    const found = loadDocument({ ...info, file }, setup, readPluginHooks)
    if (found !== noEntries) return found
  }
  const reader = createReader(info, setup.reading)
  reader.report(
    'bad-plugin',
    node.at,
    `${file} is not a file of this plugin`,
    'Write the path of a file inside the plugin directory.',
  )
  return { entries: [], problems: reader.problems }
}
