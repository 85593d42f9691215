/** Looks at all the files that trust in a root is bound to. Only where somebody approved it, or is about to. */
import { accessSync, constants } from 'node:fs'
import { filesNamed } from '../../config/files/command-files.ts'
import { filesBelow } from '../../config/files/command-files-glob.ts'
import { type Bound, type BoundFile, hooksPart } from '../../config/files/trust-content.ts'
import type { Entry, Settings } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import { agentSourceFiles, isGroupFile, projectFile, projectOwnFile } from '../../sources/places.ts'
import { createFileHasher, sha256 } from '../system/hashes.ts'

const mostFiles = 4096

export interface Binding {
  bind(root: string, entries: readonly Entry[], settings: readonly Settings[]): Bound
  /** All files of a directory as one hash; undefined where there are too many to be compared. */
  directory(path: string): string | undefined
}

export function createBinding(files: Files, platform: Platform): Binding {
  const hashes = createFileHasher(files)
  const hashed = (paths: readonly string[]): readonly BoundFile[] => {
    const found = hashes(paths)
    return paths.map((path, at) => ({ path, sha256: found[at] ?? '', executable: isExecutable(path) }))
  }
  return {
    bind(root, entries, settings) {
      const named = new Set<string>()
      for (const entry of entries) {
        if (named.size > mostFiles) break
        // Not run from here: a new version of Hookline is no change of the workspace.
        if (entry.held?.why === 'host-owned') continue
        for (const path of filesNamed(entry, { cwd: entry.cwd, root, platform, files })) named.add(path)
      }
      const configs = configPaths(root, entries, settings, platform).flatMap((path) => configAt(path, files))
      if (named.size > mostFiles)
        return { files: [], configs, excess: `its commands name more than ${mostFiles} files` }
      return { files: hashed([...named].toSorted()), configs }
    },
    directory(path) {
      const below = filesBelow([path], platform.system, files)
      if (below.cut) return undefined
      const all = hashed(below.files).map((file) => ({ ...file, path: file.path.slice(path.length) }))
      return sha256(JSON.stringify(all))
    },
  }
}

/** In one's home the first and the last are the user's own files. */
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

/** By its text, whatever can be read in it: a file that is mended, or broken, after it was approved is another one. */
function configAt(path: string, files: Files): readonly BoundFile[] {
  const found = files.read(path)
  if (found.kind === 'missing') return []
  if (found.kind === 'unreadable') return [{ path, sha256: `unreadable:${found.code}` }]
  const text = isGroupFile(path) ? hooksPart(found.text) : found.text
  return text === undefined ? [] : [{ path, sha256: sha256(text) }]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
