/** The files that a model may read: regular files inside the workspace that the entry allows and that hold no secrets. */
import { closeSync, constants, fstatSync, openSync, realpathSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { globPattern } from '../../agents/glob-pattern.ts'
import type { Verify } from '../../flow.ts'
import type { Secret } from '../sandbox/secrets.ts'
import { codeOf } from '../system/code-of.ts'
import { readUpTo } from '../system/read-up-to.ts'
import { isSecretName } from './secret-names.ts'

export interface Workspace {
  /** The real path of a directory inside. Throws with a message for the model if there is none. */
  directory(path: unknown): string
  /** The text of a file, without secrets. Throws with a message for the model if it may not be read. */
  read(path: unknown): string
  mayRead(real: string): boolean
  /** How a path is called in results. */
  nameOf(real: string): string
}

export interface WorkspaceOptions {
  /** Where relative paths begin. */
  readonly base: string
  readonly roots: readonly string[]
  readonly patterns: Verify['read']
  readonly secrets: readonly Secret[]
  /** Takes secrets out of a text. */
  redact(text: string): string
}

const MAX_BYTES = 2 ** 20

export function openWorkspace({ base, roots, patterns, secrets, redact }: WorkspaceOptions): Workspace {
  const realRoots = [...new Set(roots.flatMap(realPath))]
  const realBase = realPath(base)[0] ?? base
  const isAllowed = typeof patterns === 'boolean' ? () => patterns : matchAny(patterns)
  const isSecret = (real: string, root: string) =>
    relative(root, real).split(sep).some(isSecretName) || secrets.some(({ path }) => isInside(path, real))
  const rootOf = (real: string) => realRoots.find((root) => isInside(root, real))
  const mayRead = (real: string) => {
    const root = rootOf(real)
    return root !== undefined && !isSecret(real, root) && isAllowed(relative(root, real).split(sep).join('/'))
  }
  const locate = (path: unknown): string => {
    if (typeof path !== 'string' || path.includes('\0') || path.length > 4096) throw new Error('that is not a path')
    const real = realPath(resolve(realBase, path))[0]
    // The same message for both: what exists outside is not the model's business.
    if (real === undefined || rootOf(real) === undefined) throw new Error('there is no such file in the workspace')
    return real
  }
  return {
    mayRead,
    nameOf: (real) => relative(realBase, real) || '.',
    directory(path) {
      const real = locate(path)
      if (!statSync(real).isDirectory()) throw new Error('that is not a directory')
      return real
    },
    read(path) {
      const real = locate(path)
      if (!mayRead(real)) throw new Error('that file may not be read')
      const bytes = readInside(real)
      if (bytes.subarray(0, 8000).includes(0)) throw new Error('that is not a text file')
      return redact(bytes.toString('utf8'))
    },
  }
}

function matchAny(patterns: readonly string[]): (name: string) => boolean {
  const all = patterns.map((pattern) => globPattern(pattern.replace(/^\.?\//, '')))
  return (name) => all.some((one) => one.test(name))
}

/**
 * Reads the file that is at this path now. A directory on the way that is replaced by a link meanwhile leads to another file than
 * the one that was opened, or to another real path.
 */
function readInside(real: string): Buffer {
  const descriptor = open(real)
  try {
    const opened = fstatSync(descriptor)
    if (!opened.isFile()) throw new Error('that is not a regular file')
    const now = statSync(real)
    if (now.ino !== opened.ino || now.dev !== opened.dev || realPath(real)[0] !== real)
      throw new Error('that file was replaced while it was opened')
    if (opened.size > MAX_BYTES) throw new Error('that file is larger than 1 MiB')
    const bytes = readUpTo(descriptor, opened.size, MAX_BYTES)
    if (bytes.length > MAX_BYTES) throw new Error('that file is larger than 1 MiB')
    return bytes
  } finally {
    closeSync(descriptor)
  }
}

/** Never waits for a FIFO, and follows no link at the end of the path. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0) | (constants.O_NOFOLLOW ?? 0)

function open(real: string): number {
  try {
    if (!statSync(real).isFile()) throw new Error('that is not a regular file')
    return openSync(real, flags)
  } catch (error) {
    const code = codeOf(error)
    throw code === '' ? error : new Error(`that file cannot be read: ${code}`)
  }
}

const isInside = (outer: string, path: string): boolean =>
  path === outer || path.startsWith(outer.endsWith(sep) ? outer : outer + sep)

function realPath(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)]
  } catch {
    return []
  }
}
