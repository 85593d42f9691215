/** Paths as a shell writes them, brought to what is known of them: `$PWD/.env`, `$(pwd)/.env`, `$DIR/.env`. */
import { resolve } from 'node:path'

export interface KnownPath {
  /** Absolute where all of it is known, and otherwise the tail that is. */
  readonly path: string
  readonly whole: boolean
}

const substitution = /\$\([^()]*\)|`[^`]*`|\$\{[^{}]*\}/g
const here = /^(\$PWD|\$\{PWD\}|\$\(\s*pwd( -[LP])?\s*\)|`\s*pwd( -[LP])?\s*`)(?=\/|$)/
const top = /^(\$\(\s*git rev-parse --show-toplevel\s*\)|`\s*git rev-parse --show-toplevel\s*`)(?=\/|$)/
const unknown = /^[$`…<]/

/** Undefined where nothing of it is known. */
export function knownPath(path: string, from: string | undefined, cwd: string, root: string): KnownPath | undefined {
  const own = spelled(path, root)
  const start = from === undefined ? '.' : spelled(from, root)
  const full = unknown.test(own) || own.startsWith('/') || start === '.' ? own : `${start}/${own}`
  if (!unknown.test(full)) return { path: resolve(cwd, full), whole: true }
  const tail = tailOf(full.replace(substitution, '$'))
  return tail === '' ? undefined : { path: tail, whole: false }
}

const spelled = (path: string, root: string): string => untilde(path.replace(here, '.').replace(top, () => root))

function tailOf(path: string): string {
  const parts = path.split('/')
  return parts
    .slice(parts.findLastIndex((part) => unknown.test(part)) + 1)
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

const home = () => process.env.HOME ?? process.env.USERPROFILE ?? '/'
const untilde = (path: string): string => (path === '~' || path.startsWith('~/') ? home() + path.slice(1) : path)
