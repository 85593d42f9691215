/** Plugins inside a workspace: their files belong to the workspace and are trusted with it, whichever hook names them. */
import { agents } from '../../agents/list.ts'
import { gatesOf, type TrustedPlugin, trustItems } from '../../config/files/trust-content.ts'
import { isWithin, join } from '../../config/paths.ts'
import type { Entry } from '../../flow.ts'
import type { Files, Loaded, Platform } from '../../ports.ts'
import { eventRows } from '../../protocol/events/index.ts'
import type { SourceSetup } from '../../sources/document.ts'
import { plugin } from '../../sources/plugin.ts'
import { nodeFiles } from '../system/files.ts'
import type { TrustDecision } from './apply-trust.ts'
import type { TrustStore } from './trust.ts'

export interface WorkspaceLookup {
  readonly roots: readonly string[]
  readonly setup: { readonly platform: Platform; readonly files?: Pick<Files, 'realPath'> }
}

/** The workspace that contains a directory, by its path or by its real path. */
export function findWorkspaceAround(directory: string, { roots, setup }: WorkspaceLookup): string | undefined {
  const { platform, files = nodeFiles } = setup
  const real = files.realPath(directory)
  return roots.find(
    (root) =>
      isWithin(platform.system, root, join(platform.system, directory)) ||
      isWithin(platform.system, files.realPath(root), real),
  )
}

/** Whether this comes from a plugin inside a workspace. */
export const isFromPlugin = ({ settings }: Loaded): boolean => settings?.source === 'plugin'

/** Whether an entry's reply may name plugins. */
export const canNamePlugins = ({ event }: Entry): boolean => eventRows[event].reply.includes('pluginPaths')

const maxDirectories = 2000
const maxDepth = 4
const skippedNames = new Set(['.git', 'node_modules', 'worktrees'])

/** The plugins that a hook could name once the workspace is trusted. */
export function findPlugins(root: string, store: TrustStore, setup: SourceSetup): readonly TrustedPlugin[] {
  return findPluginDirectories(root, setup).flatMap((directory): readonly TrustedPlugin[] => {
    const sha256 = store.hashDirectory(directory)
    const loaded = sha256 === undefined ? undefined : plugin(directory, setup, 'untrusted').load()
    if (sha256 === undefined || loaded === undefined || loaded instanceof Promise) return []
    const { entries }: Loaded = loaded
    return [{ path: directory.slice(root.length), sha256, gates: gatesOf(entries), items: trustItems(root, entries) }]
  })
}

function findPluginDirectories(root: string, { files, platform: { system } }: SourceSetup): readonly string[] {
  const isPlugin = (directory: string) =>
    agents.some(({ plugin }) => plugin !== undefined && files.isFile(join(system, directory, plugin.manifest))) ||
    files.isFile(join(system, directory, 'hooks', 'hooks.json'))
  let level: readonly string[] = [root]
  const all: string[] = []
  for (let depth = 0; depth <= maxDepth && level.length > 0 && all.length < maxDirectories; depth++) {
    all.push(...level.slice(0, maxDirectories - all.length))
    level = level.flatMap((directory) =>
      files
        .list(directory)
        .filter((name) => !skippedNames.has(name))
        .map((name) => join(system, directory, name))
        .filter((path) => files.isDirectory?.(path) === true),
    )
  }
  return all.filter(isPlugin)
}

/** A plugin that the approval does not list counts as changed: it was added later. */
export function decidePluginByStore(store: TrustStore, root: string, directory: string): TrustDecision {
  const found = store.findApproval(root)
  if (found === undefined) return { state: 'untrusted', gates: [] }
  const approved = found.record.plugins.find(({ path }) => root + path === directory)
  const gates = approved?.gates ?? []
  if (found.moved) return { state: 'changed', gates }
  if (found.record.follow) return { state: 'followed', gates }
  return {
    state: approved !== undefined && approved.sha256 === store.hashDirectory(directory) ? 'trusted' : 'changed',
    gates,
  }
}
