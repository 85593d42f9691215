/** Follows what scripts load or start, from file to file, as far as their text says it. */
import { findImports, isPython } from '../../config/files/imports.ts'
import { join } from '../../config/paths.ts'
import type { Files, Platform } from '../../ports.ts'

interface ImportScope {
  readonly cwd: string
  readonly root: string
}

interface ImportedFiles {
  /** The files that these scripts reach, without the scripts themselves. */
  readonly files: readonly string[]
  /** Further paths where a new file would be loaded, and directories that are searched. */
  readonly missing: readonly string[]
}
export type FindImported = (scripts: readonly string[], scope: ImportScope) => ImportedFiles

/** Beyond this many files a workspace's hooks are a program of its own, and the rest is not followed. */
const maxFollowed = 1024
const maxCached = 10_000

/** Reads a file again only when its stamp has changed. */
export function createImportFinder(files: Files, platform: Pick<Platform, 'system' | 'home'>): FindImported {
  const cache = new Map<string, readonly string[]>()

  function importsOf(path: string, main: string, { cwd, root }: ImportScope): readonly string[] {
    const key = [path, files.stamp(path), files.stamp(main), main, cwd, root].join('\n')
    const known = cache.get(key)
    if (known !== undefined) return known
    const found = files.read(path)
    const imports = found.kind === 'text' ? importsIn(path, found.text, main, { cwd, root }) : []
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, imports)
    return imports
  }
  const importsIn = (path: string, text: string, main: string, { cwd, root }: ImportScope): readonly string[] => [
    ...findImports(path, text, { cwd, root, main, platform }),
    ...(isPython(path, text, platform.system) ? [main, ...pythonModules(main)] : []),
  ]
  /** Every module of the standard library may import a file of its name that stands here instead. */
  const pythonModules = (directory: string): readonly string[] =>
    files.list(directory).flatMap((name) => {
      const path = join(platform.system, directory, name)
      if (/\.(pyc?|so|pyd)$/.test(name)) return [path]
      if (name.includes('.') || files.isDirectory?.(path) !== true) return []
      return ['__init__.py', '__init__.pyc'].map((inside) => join(platform.system, path, inside))
    })
  return (scripts, scope) => {
    const reached = new Set<string>()
    const missing = new Set<string>()
    const given = new Set(scripts)
    for (const script of scripts) {
      const main = directoryOf(script)
      const queue = [script]
      const followed = new Set(queue)
      for (const path of queue) {
        for (const imported of importsOf(path, main, scope)) {
          if (followed.has(imported) || queue.length > maxFollowed || isInstalled(imported)) continue
          followed.add(imported)
          if (!files.isFile(imported)) missing.add(imported)
          else {
            queue.push(imported)
            if (!given.has(imported)) reached.add(imported)
          }
        }
      }
    }
    return { files: [...reached], missing: [...missing] }
  }
}

const directoryOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '') || '/'

/** Packages and the system change by an update, which must not remove trust. */
const isInstalled = (path: string): boolean =>
  /[\\/](node_modules|site-packages)[\\/]|^(\/bin\/|\/sbin\/|\/usr\/(?!local\/)|\/dev\/|\/proc\/|\/System\/|[A-Za-z]:\\Windows\\|[A-Za-z]:\\Program Files)/i.test(
    path,
  )
