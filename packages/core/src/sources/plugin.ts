/** A plugin directory that someone trusted named: its hooks/hooks.json and what its manifest adds, in our form or in an agent's. */
import type { AgentPlugin } from '../agents/agent.ts'
import { agents, usualAgent } from '../agents/list.ts'
import { memberOf, type Node, type ObjectNode, parseJsonc, plain, start } from '../config/jsonc.ts'
import { isAbsolute, isWithin, join, resolve } from '../config/paths.ts'
import { groupAgentOf, readGroupMap } from '../config/read-groups.ts'
import { readDocument, readEventMap, unusableFile } from '../config/read-hooks.ts'
import { createReader, type SourceInfo, type Reader, type ReadOptions } from '../config/reader.ts'
import type { Settings } from '../flow.ts'
import type { Loaded, Source } from '../ports.ts'
import { type FileInfo, loadDocument, noEntries, type SourceSetup } from './document.ts'

const usual = 'hooks/hooks.json'

/** Untrusted where the directory belongs to a workspace: then it is trusted with that. */
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
  const marked = (loaded: Loaded): Loaded => (trust === 'own' ? loaded : { ...loaded, settings: pluginSettings(directory) })
  const manifests = (hooks: AgentPlugin['hooks']): readonly string[] =>
    agents.flatMap(({ plugin }) => (plugin?.hooks === hooks ? [file(plugin.manifest)] : []))
  return {
    name: 'plugin',
    load: () => {
      if (!isAbsolute(system, directory)) return reportPlugin(at(directory), setup.reading, 'relative-plugin')
      for (const path of manifests('instead')) {
        const named = loadDocument(at(path), setup, (text, place, reading) => readManifest(text, place, reading, setup))
        if (named !== noEntries) return marked(named)
      }
      const found = [
        loadDocument(at(file(usual)), setup, readPluginHooks),
        ...manifests('beside').map((path) =>
          loadDocument(at(path), setup, (text, place, reading) => readAddedHooks(text, place, reading, setup)),
        ),
      ].filter((loaded) => loaded !== noEntries)
      return marked(found.length === 0 ? reportPlugin(at(directory), setup.reading, 'bad-plugin') : mergeLoaded(found))
    },
    watched: () => [...manifests('instead'), file(usual), ...manifests('beside')],
  }
}

const mergeLoaded = (loaded: readonly Loaded[]): Loaded => ({
  entries: loaded.flatMap((one) => one.entries),
  problems: [...new Set(loaded.flatMap((one) => one.problems))],
  ...(loaded.some((one) => one.broken === true) ? { broken: true } : {}),
})

/** Says which directory it is, also when nothing is left in it: what was trusted there may have held a gate. */
const pluginSettings = (directory: string): Settings => ({ source: 'plugin', file: directory, root: directory, values: {} })

function reportPlugin(place: FileInfo, reading: ReadOptions, code: 'relative-plugin' | 'bad-plugin'): Loaded {
  const reader = createReader(place, reading)
  const [message, hint] =
    code === 'relative-plugin'
      ? [`${place.file} is not an absolute path`, 'Name plugins by absolute paths.']
      : [`${place.file} holds no hooks`, `It should hold ${usual}, or ${usualAgent.plugin?.manifest} with \`hooks\`.`]
  reader.report(code, start, message, hint)
  return { entries: [], problems: reader.problems }
}

/** A file of hooks: the names of its events say whose form it has. */
function readPluginHooks(text: string, place: SourceInfo, reading: ReadOptions): Loaded {
  const reader = createReader(place, reading)
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

/** `hooks` there is a path inside the plugin, or the hooks themselves; without it the usual file counts. */
function readManifest(text: string, place: SourceInfo, reading: ReadOptions, setup: SourceSetup): Loaded {
  const reader = createReader(place, reading)
  const node = readTree(text, reader)
  if ('entries' in node) return node
  const hooks = node.kind === 'object' ? memberOf(node, 'hooks')?.value : undefined
  return hooks === undefined ? loadNamedFile(usual, node, place, setup) : readManifestHooks(hooks, place, reader, setup)
}

/** This manifest adds to the usual file, which is read anyway, and may name several files. */
function readAddedHooks(text: string, place: SourceInfo, reading: ReadOptions, setup: SourceSetup): Loaded {
  const reader = createReader(place, reading)
  const node = readTree(text, reader)
  if ('entries' in node) return node
  const hooks = node.kind === 'object' ? memberOf(node, 'hooks')?.value : undefined
  if (hooks === undefined) return noEntries
  const parts = hooks.kind === 'list' ? hooks.items : [hooks]
  const isUsual = (part: Node) => plain(part) === usual || plain(part) === `./${usual}`
  const read = parts.filter((part) => !isUsual(part)).map((part) => readManifestHooks(part, place, reader, setup))
  return read.length === 0 ? noEntries : mergeLoaded(read)
}

function readManifestHooks(hooks: Node, place: SourceInfo, reader: Reader, setup: SourceSetup): Loaded {
  if (hooks.kind === 'object') return readInline(hooks, reader)
  const path = plain(hooks)
  if (typeof path === 'string') return loadNamedFile(path, hooks, place, setup)
  reader.report('wrong-type', hooks.at, '`hooks` must be a path or an object', 'Write "hooks": "hooks/hooks.json".')
  return unusableFile(reader, hooks.at, '`hooks` is neither a path nor an object')
}

/** A map of events, or a whole document. */
function readInline(hooks: ObjectNode, reader: Reader): Loaded {
  if (memberOf(hooks, 'hooks') !== undefined) return readHooksNode(hooks, reader)
  const agent = groupAgentOf(hooks)
  return agent === undefined ? readEventMap(hooks, reader) : readGroupMap(agent, hooks, reader)
}

function loadNamedFile(path: string, node: Node, place: SourceInfo, setup: SourceSetup): Loaded {
  const { system } = setup.platform
  const file = resolve(system, place.cwd, path)
  if (isWithin(system, place.cwd, file)) {
    const found = loadDocument({ ...place, file }, setup, readPluginHooks)
    if (found !== noEntries) return found
  }
  const reader = createReader(place, setup.reading)
  reader.report('bad-plugin', node.at, `${file} is no file of this plugin`, 'Name a file inside the plugin directory.')
  return { entries: [], problems: reader.problems }
}
