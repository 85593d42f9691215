/** Hashes all the files that the trust in a root depends on. Used only for a root that is approved or about to be. */

import { findNamedFiles, searchedBy } from '../../config/files/command-files.ts'
import { filesBelow } from '../../config/files/list-files.ts'
import { type Bound, type BoundFile, trustedPart } from '../../config/files/trust-content.ts'
import type { Entry, Settings } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import { agentSourceFiles, isGroupFile, projectFile, projectOwnFile } from '../../sources/locations.ts'
import { isExecutable } from '../system/access.ts'
import { createFileHasher, sha256 } from '../system/hashes.ts'
import type { FindImported } from './imported-files.ts'

const maxFiles = 4096

export interface FileBinder {
  bind(root: string, entries: readonly Entry[], settings: readonly Settings[]): Bound
  /** One hash over all files of a directory; undefined if there are too many to compare. */
  directory(path: string): string | undefined
}

export function createFileBinder(files: Files, platform: Platform, findImported: FindImported): FileBinder {
  const hashAll = createFileHasher(files)
  const hashFiles = (paths: readonly string[]): readonly BoundFile[] => {
    const hashes = hashAll(paths)
    return paths.map((path, at) => ({ path, sha256: hashes[at] ?? '', executable: isExecutable(path) }))
  }
  return {
    bind(root, entries, settings) {
      const named = new Set<string>()
      const imported = new Set<string>()
      for (const entry of entries) {
        if (named.size + imported.size > maxFiles) break
        // The agent runs these itself, so a new version of Hookline must not count as a change of the workspace.
        if (entry.held?.why === 'host-owned') continue
        const context = { cwd: entry.cwd, root, platform, files }
        const found = findNamedFiles(entry, context)
        for (const path of found) named.add(path)
        for (const path of findImported(found, { cwd: entry.cwd, root, searched: searchedBy(entry, context) }).files)
          imported.add(path)
      }
      const configs = configPaths(root, entries, settings, platform).flatMap((path) => hashConfig(path, files))
      const all = [...new Set([...named, ...imported])]
      if (all.length > maxFiles) return { files: [], configs, excess: `its commands name more than ${maxFiles} files` }
      const bound = hashFiles(all.toSorted())
      return { files: bound.map((file) => (named.has(file.path) ? file : { ...file, imported: true })), configs }
    },
    directory(path) {
      const below = filesBelow([path], platform.system, files)
      if (below.cut) return undefined
      const all = hashFiles(below.files).map((file) => ({ ...file, path: file.path.slice(path.length) }))
      return sha256(JSON.stringify(all))
    },
  }
}

/** If the root is the home directory, the shared files are the user's own and need no trust. */
function configPaths(
  root: string,
  entries: readonly Entry[],
  settings: readonly Settings[],
  platform: Platform,
): readonly string[] {
  const standard = [projectOwnFile(platform, root), ...agentSourceFiles(platform, root, 'local')]
  const shared = [projectFile(platform, root), ...agentSourceFiles(platform, root, 'project')]
  const others = [...entries.map(({ origin }) => origin.file ?? ''), ...settings.map(({ file }) => file)]
  const all = [...(root === platform.home ? [] : shared), ...standard, ...others]
  return [...new Set(all)].filter((path) => path !== '').toSorted()
}

/** Hashes the text, even of an invalid file: a file that is fixed or broken after its approval has changed. */
function hashConfig(path: string, files: Files): readonly BoundFile[] {
  const found = files.read(path)
  if (found.kind === 'missing') return []
  if (found.kind === 'unreadable') return [{ path, sha256: `unreadable:${found.code}` }]
  const text = isGroupFile(path) ? trustedPart(found.text) : found.text
  return text === undefined ? [] : [{ path, sha256: sha256(text) }]
}
