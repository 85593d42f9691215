/** Plugins that lie inside a workspace: whoever named them, their files are the workspace's, and are trusted with it. */
import { agents } from '../../agents/list.ts'
import { gatesOf, itemsOf, type TrustedPlugin } from '../../config/files/trust-content.ts'
import { isWithin, join } from '../../config/paths.ts'
import type { Entry } from '../../flow.ts'
import type { Files, Loaded, Platform } from '../../ports.ts'
import { eventRows } from '../../protocol/events/index.ts'
import type { SourceSetup } from '../../sources/document.ts'
import { plugin } from '../../sources/plugin.ts'
import { nodeFiles } from '../system/files.ts'
import type { Answer } from './apply-trust.ts'
import type { TrustStore } from './trust.ts'

export interface Around {
  readonly roots: readonly string[]
  readonly setup: { readonly platform: Platform; readonly files?: Pick<Files, 'realPath'> }
}

/** The workspace that a directory lies in, however it is spelled. */
export function rootAround(directory: string, { roots, setup }: Around): string | undefined {
  const { platform, files = nodeFiles } = setup
  const real = files.realPath(directory)
  return roots.find(
    (root) =>
      isWithin(platform.system, root, join(platform.system, directory)) ||
      isWithin(platform.system, files.realPath(root), real),
  )
}

/** What a plugin inside a workspace said. */
export const isOfPlugin = ({ settings }: Loaded): boolean => settings?.source === 'plugin'

/** Whether an entry's reply may name plugins. */
export const namesPlugins = ({ event }: Entry): boolean => eventRows[event].reply.includes('pluginPaths')

const mostDirectories = 2000
const deepest = 4
const skipped = new Set(['.git', 'node_modules', 'worktrees'])

/** Those that a hook could name once the workspace is trusted. */
export function pluginsInside(root: string, store: TrustStore, setup: SourceSetup): readonly TrustedPlugin[] {
  return directoriesIn(root, setup).flatMap((directory): readonly TrustedPlugin[] => {
    const sha256 = store.hashOf(directory)
    const loaded = sha256 === undefined ? undefined : plugin(directory, setup, 'untrusted').load()
    if (sha256 === undefined || loaded === undefined || loaded instanceof Promise) return []
    const { entries }: Loaded = loaded
    return [{ path: directory.slice(root.length), sha256, gates: gatesOf(entries), items: itemsOf(root, entries) }]
  })
}

function directoriesIn(root: string, { files, platform: { system } }: SourceSetup): readonly string[] {
  const isPlugin = (directory: string) =>
    agents.some(({ plugin }) => plugin !== undefined && files.isFile(join(system, directory, plugin.manifest))) ||
    files.isFile(join(system, directory, 'hooks', 'hooks.json'))
  let level: readonly string[] = [root]
  const all: string[] = []
  for (let depth = 0; depth <= deepest && level.length > 0 && all.length < mostDirectories; depth++) {
    all.push(...level.slice(0, mostDirectories - all.length))
    level = level.flatMap((directory) =>
      files
        .list(directory)
        .filter((name) => !skipped.has(name))
        .map((name) => join(system, directory, name))
        .filter((path) => files.isDirectory?.(path) === true),
    )
  }
  return all.filter(isPlugin)
}

/** Unknown to the approval is a change as well: it came later. */
export function pluginByStore(store: TrustStore, root: string, directory: string): Answer {
  const found = store.approvalOf(root)
  if (found === undefined) return { state: 'untrusted', gates: [] }
  const approved = found.record.plugins.find(({ path }) => root + path === directory)
  const gates = approved?.gates ?? []
  if (found.moved) return { state: 'changed', gates }
  if (found.record.follow) return { state: 'followed', gates }
  return { state: approved !== undefined && approved.sha256 === store.hashOf(directory) ? 'trusted' : 'changed', gates }
}
