/** Whether a path, or what a shell command touches, is protected. Looks at links on the disk, changes nothing. */
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { readShell } from '@hookline/core/shell'
import { globs, isInside, samples, spellings } from '../lib/paths.ts'
import { type Touched, touched } from '../lib/touched.ts'

export interface Seen {
  readonly kind: 'deny' | 'ask' | 'outside'
  readonly path: string
  readonly pattern: string
}
export interface Lists {
  readonly deny: readonly string[]
  readonly ask: readonly string[]
  readonly allow: readonly string[]
}

export function createJudge({ deny, ask, allow }: Lists) {
  const [denied, asks, allowed] = [globs(deny), globs(ask), globs(allow)]
  const names = samples(deny).map((one) => one.split('/').at(-1) ?? '')
  const matched = (list: (path: string) => string | undefined, path: string, cwd: string): string | undefined => {
    const all = spellings(path, cwd)
    const found = all.map(list).find((one) => one !== undefined)
    return found === undefined || all.every((one) => allowed(one) !== undefined || list(one) === undefined)
      ? undefined
      : found
  }
  const read = (path: string, cwd: string): Seen | undefined => {
    const pattern = matched(denied, path, cwd)
    return pattern === undefined ? undefined : { kind: 'deny', path, pattern }
  }
  const write = (path: string, cwd: string, roots: readonly string[]): Seen | undefined => {
    const pattern = matched(asks, path, cwd)
    return (
      read(path, cwd) ??
      (pattern !== undefined ? { kind: 'ask', path, pattern } : isOutside(path, cwd, roots) ? outside(path) : undefined)
    )
  }
  /** A wildcard that could stand for a protected name. */
  const wild = ({ path }: Touched): Seen | undefined => {
    const last = path.split('/').at(-1) ?? ''
    if (last.replace(/[*?[\]{},]/g, '').length < 2) return undefined
    const matches = globs([last])
    const found = names.findIndex((name) => matches(name) !== undefined)
    return found < 0 || allowed(last) !== undefined ? undefined : { kind: 'deny', path, pattern: deny[found] ?? '' }
  }
  const one = (file: Touched, cwd: string, roots: readonly string[]): Seen | undefined => {
    if (/^[$`…<]/.test(file.path)) return undefined
    const where = file.cwd === undefined || /[$`…]/.test(file.cwd) ? cwd : resolve(cwd, untilde(file.cwd))
    const path = untilde(file.path)
    if (file.glob) return wild(file)
    return file.how === 'read' ? read(path, where) : write(path, where, roots)
  }
  return {
    read,
    write,
    command(text: string, cwd: string, roots: readonly string[]): Seen | undefined {
      const reading = readShell(text)
      const found = touched(text, reading).flatMap((file) => one(file, cwd, roots) ?? [])
      const unsure = reading.doubts.some(({ kind }) => kind === 'unparsable' || kind === 'too-much')
      const raw = unsure ? text.split(/[\s"'`;|&<>()=@]+/).flatMap((word) => read(word, cwd) ?? []) : []
      const all = [...found, ...raw]
      return all.find(({ kind }) => kind === 'deny') ?? all[0]
    },
  }
}

const outside = (path: string): Seen => ({ kind: 'outside', path, pattern: '' })

const home = () => process.env.HOME ?? process.env.USERPROFILE ?? '/'
const untilde = (path: string): string => (path === '~' || path.startsWith('~/') ? home() + path.slice(1) : path)

const passing = ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty']
/** As it is written, and where its links lead: both must stay inside. */
function isOutside(path: string, cwd: string, roots: readonly string[]): boolean {
  if (roots.length === 0 || passing.includes(path)) return false
  const places = [...roots, tmpdir(), '/tmp', '/var/tmp'].flatMap((place) => spellings(place, '/'))
  return spellings(resolve(cwd, path), '/').some((one) => !isInside(one, places))
}
