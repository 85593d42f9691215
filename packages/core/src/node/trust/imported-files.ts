/** Follows what scripts load or start, from file to file, as far as their text says it. */
import type { ImportContext } from '../../config/files/import-context.ts'
import { findImports, findSearched, isGlob, isJavaScript, isPython } from '../../config/files/imports.ts'
import { expandGlob } from '../../config/files/list-files.ts'
import { filesOfPackages, mainOf, packageNames } from '../../config/files/packages.ts'
import { isWithin, join, lastPart, parent } from '../../config/paths.ts'
import type { Files, Platform } from '../../ports.ts'

type ImportScope = Pick<ImportContext, 'cwd' | 'root' | 'searched'>

interface ImportedFiles {
  /** The files that these scripts reach, without the scripts themselves. */
  readonly files: readonly string[]
  /** Further paths where a new file would be loaded, and directories that are searched. */
  readonly missing: readonly string[]
}
export type FindImported = (scripts: readonly string[], scope: ImportScope) => ImportedFiles

/** Beyond this many files a workspace's hooks are a program of its own, and the rest is not followed. */
const maxFollowed = 1024
const maxSearched = 32
const maxCached = 10_000
const indexFile = 'index.js'

/** What the text of a file says. Where it leads depends on other files. */
interface Named {
  readonly paths: readonly string[]
  /** Directories where it says that modules are searched. */
  readonly searched: readonly string[]
  readonly packages: readonly string[]
}
interface Reached {
  /** With the script itself. */
  readonly reached: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
}
/** With the directory of the script that was started. */
interface Script {
  readonly path: string
  readonly main: string
}

/** Reads a file again only when its stamp has changed. */
export function createImportFinder(files: Files, platform: Pick<Platform, 'system' | 'home'>): FindImported {
  const { system } = platform
  const cache = new Map<string, Named>()

  function namedIn({ path, main }: Script, scope: ImportScope): Named {
    const { cwd, root, searched = [] } = scope
    const key = [path, files.stamp(path), files.stamp(main), main, cwd, root, ...searched].join('\n')
    const known = cache.get(key)
    if (known !== undefined) return known
    const found = files.read(path)
    const named =
      found.kind === 'text'
        ? read(path, found.text, { ...scope, main, platform })
        : { paths: [], searched: [], packages: [] }
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, named)
    return named
  }
  const read = (path: string, text: string, context: ImportContext): Named => ({
    paths: [
      ...findImports(path, text, context),
      ...(isPython(path, text, system) ? [context.main, ...pythonModules(context.main)] : []),
    ],
    searched: findSearched(path, text, context),
    packages: isJavaScript(path, text, system) ? packageNames(text) : [],
  })
  /** With the directories that are searched for a glob. */
  function importsOf(script: Script, scope: ImportScope): Pick<Named, 'paths' | 'searched'> {
    const scripts = scriptsOf(script, scope.root).map((one) => ({ one, named: namedIn(one, scope) }))
    const paths = scripts.flatMap(({ one, named: { paths: given, packages } }) => [
      ...given.flatMap((path) => (isGlob(path) ? filesAt(path) : path.endsWith(indexFile) ? withMain(path) : [path])),
      ...filesOfPackages(packages, { directory: parent(system, one.path), root: scope.root }, files, system),
      // `node` was given the directory.
      ...(lastPart(system, one.path) === 'package.json' ? mainOf(parent(system, one.path), files, system) : []),
    ])
    return { paths, searched: scripts.flatMap(({ named }) => named.searched) }
  }
  const filesAt = (pattern: string): readonly string[] => {
    const { files: found, directories } = expandGlob(pattern, system, files)
    return [...directories, ...found]
  }
  /** `require('./lib')` takes the main file of the directory before its index. */
  const withMain = (path: string): readonly string[] => [path, ...mainOf(parent(system, path), files, system)]
  /** A script and what a link leads to: some programs look beside the one, and some beside the other. */
  function scriptsOf({ path, main }: Script, root: string): readonly Script[] {
    const real = realOf(path, root)
    return real === path
      ? [{ path, main }]
      : [
          { path, main },
          { path: real, main: realOf(main, root) },
        ]
  }
  /** Under the root's own name, so that a root below a link has no file twice. */
  function realOf(path: string, root: string): string {
    const [real, realRoot] = [files.realPath(path), files.realPath(root)]
    return isWithin(system, realRoot, real) ? root + real.slice(realRoot.length) : real
  }
  /** Every module of the standard library may import a file of its name that stands here instead. */
  const pythonModules = (directory: string): readonly string[] =>
    files.list(directory).flatMap((name) => {
      const path = join(system, directory, name)
      if (/\.(pyc?|so|pyd)$/.test(name)) return [path]
      if (name.includes('.') || files.isDirectory?.(path) !== true) return []
      return ['__init__.py', '__init__.pyc'].map((inside) => join(system, path, inside))
    })
  /** Everything that a script reaches, where modules are searched in these directories. */
  function follow(script: string, scope: ImportScope): Reached {
    const main = parent(system, script)
    const reached = new Set([script])
    const missing = new Set<string>()
    const searched = new Set(scope.searched)
    for (const path of reached) {
      const found = importsOf({ path, main }, scope)
      for (const one of found.searched) if (searched.size < maxSearched) searched.add(one)
      for (const imported of found.paths) {
        if (reached.size > maxFollowed || isInstalled(imported)) continue
        if (files.isFile(imported)) reached.add(imported)
        else missing.add(imported)
      }
    }
    // A directory that a script adds counts for all that it loads, also for what was read before.
    return searched.size > (scope.searched?.length ?? 0)
      ? follow(script, { ...scope, searched: [...searched] })
      : { reached, missing }
  }
  return (scripts, scope) => {
    const all = scripts.map((script) => follow(script, { ...scope, searched: [...new Set(scope.searched)] }))
    const given = new Set(scripts)
    return {
      files: [...new Set(all.flatMap(({ reached }) => [...reached]))].filter((path) => !given.has(path)),
      missing: [...new Set(all.flatMap(({ missing }) => [...missing]))],
    }
  }
}

/** Packages and the system change by an update, which must not remove trust. */
const isInstalled = (path: string): boolean =>
  /[\\/](node_modules|site-packages)[\\/]|^(\/bin\/|\/sbin\/|\/usr\/(?!local\/)|\/dev\/|\/proc\/|\/System\/|[A-Za-z]:\\Windows\\|[A-Za-z]:\\Program Files)/i.test(
    path,
  )
