/** Resolves paths in shell syntax as far as they are known: `$PWD/.env`, `$(pwd)/.env`, `$DIR/.env`. */
import { resolve } from 'node:path'

export interface KnownPath {
  /** The absolute path if all of it is known, otherwise the known end of it. */
  readonly path: string
  readonly whole: boolean
}

const substitution = /\$\([^()]*\)|`[^`]*`|\$\{[^{}]*\}/g
const here = /^(\$PWD|\$\{PWD\}|\$\(\s*pwd( -[LP])?\s*\)|`\s*pwd( -[LP])?\s*`)(?=\/|$)/
const top = /^(\$\(\s*git rev-parse --show-toplevel\s*\)|`\s*git rev-parse --show-toplevel\s*`)(?=\/|$)/
const unknown = /^[$`…<]/

/** Undefined if no part of the path is known. */
export function resolveKnownPath(
  path: string,
  from: string | undefined,
  cwd: string,
  root: string,
): KnownPath | undefined {
  const own = expandHere(path, root)
  const start = from === undefined ? '.' : expandHere(from, root)
  const full = unknown.test(own) || own.startsWith('/') || start === '.' ? own : `${start}/${own}`
  if (!unknown.test(full)) return { path: resolve(cwd, full), whole: true }
  const tail = tailOf(full.replace(substitution, '$'))
  return tail === '' ? undefined : { path: tail, whole: false }
}

const expandHere = (path: string, root: string): string => expandTilde(path.replace(here, '.').replace(top, () => root))

function tailOf(path: string): string {
  const parts = path.split('/')
  return parts
    .slice(parts.findLastIndex((part) => unknown.test(part)) + 1)
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

const home = () => process.env.HOME ?? process.env.USERPROFILE ?? '/'
const expandTilde = (path: string): string => (path === '~' || path.startsWith('~/') ? home() + path.slice(1) : path)
