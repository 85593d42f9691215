// Copies what a package contains into a directory: what its exports reach, and nothing else of the build machine.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { buildLaunchersFor } from '../build-launcher.mjs'
import { packLinks, webAddress } from './links.mjs'

export const repository = resolve(import.meta.dirname, '../..')

/** By the name to install: its directory, and what it contains beside the files that its exports reach. */
const packages = {
  hookline: { directory: 'packages/cli', also: ['bin', 'dist/web', 'dist/sdk'], adds: addCommandParts },
  '@hookline/core': { directory: 'packages/core', also: [] },
  '@hookline/packs': { directory: 'packages/packs', also: [] },
  '@hookline/models': { directory: 'packages/models', also: [] },
  '@hookline/agent': { directory: 'packages/agent', also: [] },
  '@hookline/team': { directory: 'packages/team', also: ['gen', 'proto', 'dist/web'] },
}
export const packageNames = Object.keys(packages)

/**
 * What a manifest in the repository has for developers alone. `files` is not needed: the directory has no others. npm asks the
 * registry about peers even if they are optional, for minutes where it is not reachable; the command names them when it needs them.
 */
const ownFields = ['devDependencies', 'peerDependencies', 'peerDependenciesMeta', 'scripts', 'files']
const slashes = (path) => path.replaceAll('\\', '/')
const docPages = () =>
  readdirSync(join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)

/** Returns notes to print. `systems`: those that the package carries launchers for. */
export function stage(name, target, systems) {
  const { directory, also, adds = () => [] } = packages[name]
  const from = join(repository, directory)
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  mkdirSync(target, { recursive: true })
  const readme = join(name === 'hookline' ? '' : directory, 'README.md')
  cpSync(join(repository, 'LICENSE'), join(target, 'LICENSE'))
  const docs = name === 'hookline' ? docPages() : []
  const packed = new Map([...['CHANGELOG.md', ...docs].map((page) => [page, page]), [readme, 'README.md']])
  // A link to another directory of the repository leads to the same place in the package only from a page that stays where it is.
  const isPacked = (page) => (path) => packed.get(page) === page && (packed.has(path) || path === 'LICENSE')
  const address = webAddress(manifest.repository)
  for (const [page, to] of packed) {
    const text = readFileSync(join(repository, page), 'utf8')
    mkdirSync(dirname(join(target, to)), { recursive: true })
    writeFileSync(
      join(target, to),
      packLinks(text, { page: slashes(page), isPacked: isPacked(page), repositoryUrl: address }),
    )
  }
  const kept = Object.entries(manifest).filter(([field]) => !ownFields.includes(field))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
  for (const path of also) cpSync(join(from, path), join(target, path), { recursive: true })
  for (const file of reachedFiles(from, manifest)) copyCode(join(from, file), join(target, file))
  return adds(from, target, systems)
}

/** Every file of the package that its exports import, for programs and for the type checker. */
function reachedFiles(from, { exports = {} }) {
  const reached = new Set()
  const visit = (file) => {
    if (reached.has(file)) return
    if (!existsSync(join(from, file))) throw new Error(`${join(from, file)} is not built. Run: npm run build`)
    reached.add(file)
    const code = readFileSync(join(from, file), 'utf8')
    for (const [, path] of code.matchAll(relativeImport)) {
      const found = join(dirname(file), path)
      visit(file.endsWith('.d.ts') ? found.replace(/\.[jt]s$/, '.d.ts') : found)
    }
  }
  for (const { types, default: program } of Object.values(exports)) {
    visit(types)
    visit(program)
  }
  return [...reached].map((file) => relative('', file))
}
/** A thread starts a file by its address, which is `new URL` with a name in `.js`. */
const relativeImport = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*(?=['"][^'"]+\.js['"]))['"](\.{1,2}\/[^'"]+)['"]/g

/** Without the address of a source map, which is not packed, and with names that every version of TypeScript resolves. */
function copyCode(from, to) {
  const code = readFileSync(from, 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n')
  const isTypes = from.endsWith('.d.ts')
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, isTypes ? code.replace(relativeImport, (all) => all.replace(/\.ts(['"])$/, '.js$1')) : code)
}

/** The chunks of the bundle that belong to this build, and the launchers. */
function addCommandParts(from, target, wanted) {
  const bundle = join(from, 'dist/bundle')
  const known = new Set(readdirSync(bundle))
  const reached = new Set()
  const visit = (name) => {
    if (reached.has(name)) return
    reached.add(name)
    const code = readFileSync(join(bundle, name), 'utf8')
    for (const [, other] of code.matchAll(/["'`]\.\/([\w.-]+\.cjs)(?:#[\w.-]+)?["'`]/g))
      if (known.has(other)) visit(other)
  }
  visit('hookline.cjs')
  for (const name of reached) cpSync(join(bundle, name), join(target, 'dist/bundle', name))
  chmodSync(join(target, 'bin/hookline.cjs'), 0o755)
  const systems = buildLaunchersFor(join(target, 'native'), wanted)
  return [
    systems.length === 0
      ? 'without a launcher, because there is no C compiler here: every event starts Node'
      : `with the launcher for ${systems.join(', ')}`,
  ]
}
