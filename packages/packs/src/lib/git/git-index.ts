/** Reads the state of single files from git's own files, without starting git: tracked, changed, ignored. */
import { statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { readRegular, readRegularText } from '@hookline/core/files'
import { globPattern } from '@hookline/core/sdk'

export interface Repository {
  readonly root: string
  /** Undefined if the index cannot be read; then every file counts as changed. */
  readonly index: Buffer | undefined
  readonly ignores: readonly IgnoreRule[]
}
interface IgnoreRule {
  readonly expression: RegExp
  readonly negated: boolean
}

export interface FileState {
  readonly tracked: boolean
  /** The file differs, or may differ, from its version in the index. */
  readonly changed: boolean
  readonly ignored: boolean
}

const MAX_INDEX = 64 * 2 ** 20

/** Undefined outside a repository. */
export function repositoryAt(directory: string, home: string): Repository | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const git = gitDirectory(join(at, '.git'))
    if (git !== undefined) return { root: at, index: indexIn(git), ignores: ignoresOf(at, git, home) }
    if (dirname(at) === at) return undefined
  }
}

function gitDirectory(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (found.isDirectory()) return path
  const named = /^gitdir: (.+)$/m.exec(readRegularText(path) ?? '')?.[1]
  return named === undefined ? undefined : resolve(dirname(path), named)
}

/** Version 4 of the index compresses paths, so they cannot be found by their text. Without an index nothing is tracked. */
function indexIn(git: string): Buffer | undefined {
  const found = readRegular(join(git, 'index'), MAX_INDEX)
  if (found.kind === 'missing') return Buffer.alloc(0)
  if (found.kind !== 'bytes' || found.bytes.length < 12 || found.bytes.readUInt32BE(4) > 3) return undefined
  return found.bytes
}

export function fileState(file: string, { root, index, ignores }: Repository): FileState {
  const path = relative(root, file).replaceAll('\\', '/')
  const ignored = isIgnored(path, ignores)
  if (index === undefined) return { tracked: true, changed: true, ignored }
  const at = entryOf(path, index)
  return at === undefined
    ? { tracked: false, changed: false, ignored }
    : { tracked: true, changed: differs(file, at, index), ignored: false }
}

const HEADER = 62
/** The offset of the entry of a path. Its stat data comes directly before the path. */
function entryOf(path: string, index: Buffer): number | undefined {
  const name = Buffer.from(`${path}\0`)
  for (let at = index.indexOf(name); at !== -1; at = index.indexOf(name, at + 1))
    for (const header of [HEADER, HEADER + 2]) {
      const flags = at >= header + 12 ? index.readUInt16BE(at - header + 60) : 0
      const isExtended = (flags & 0x4000) !== 0
      if ((flags & 0xfff) === Math.min(name.length - 1, 0xfff) && isExtended === (header !== HEADER)) return at - header
    }
  return undefined
}

/** Compares size and time, as git does first. */
function differs(file: string, entry: number, index: Buffer): boolean {
  const now = statSync(file, { throwIfNoEntry: false })
  if (now === undefined) return true
  const [seconds, size] = [index.readUInt32BE(entry + 8), index.readUInt32BE(entry + 36)]
  return now.size % 2 ** 32 !== size || Math.floor(now.mtimeMs / 1000) % 2 ** 32 !== seconds
}

function ignoresOf(root: string, git: string, home: string): readonly IgnoreRule[] {
  const files = [
    join(home, '.config/git/ignore'),
    join(home, '.gitignore_global'),
    join(git, 'info/exclude'),
    join(root, '.gitignore'),
  ]
  return files.flatMap((file) => (readRegularText(file) ?? '').split('\n').flatMap(ruleOf))
}

function ruleOf(line: string): readonly IgnoreRule[] {
  const text = line.replace(/\s+$/, '')
  if (text === '' || text.startsWith('#')) return []
  const negated = text.startsWith('!')
  const pattern = text.replace(/^!/, '').replace(/\/$/, '')
  const anchored = pattern.slice(0, -1).includes('/') ? pattern.replace(/^\//, '') : `**/${pattern.replace(/^\//, '')}`
  try {
    return [{ expression: new RegExp(globPattern(anchored).replace('(?:^|/)', '^')), negated }]
  } catch {
    return []
  }
}

/** The last rule that matches a path or a directory above it decides. */
function isIgnored(path: string, rules: readonly IgnoreRule[]): boolean {
  const parts = path.split('/')
  return parts.some((_, at) => {
    const above = parts.slice(0, at + 1).join('/')
    return rules.findLast(({ expression }) => expression.test(above))?.negated === false
  })
}
