/** Finds out how the person can type this command, and writes hints that way: `hookline`, `npx hookline`, or a path. */
import { realpathSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path'
import type { Io, Output } from './io.ts'
import { json, quoted } from './text/plain.ts'

/** What is known about the start of this process. */
export interface Start {
  /** A program that starts Hookline under a name of its own passes this name, as `exec -a` does. */
  readonly argv0: string
  /** The file that was started, with its links: `process.argv[1]`. */
  readonly script: string
  readonly path: readonly string[]
  readonly cwd: string
  /** Follows all links; undefined if there is no such file. */
  realpath(file: string): string | undefined
}

const name = 'hookline'

export function typedCommand({ argv0, script, path, cwd, realpath }: Start): string {
  const started = realpath(script) ?? script
  // A program that embeds Hookline is not the command.
  if (argv0 === name || !/^hookline(\.[cm]js)?$/.test(basename(started))) return name
  const own = packageOf(started)
  // npx and npm scripts add directories to the PATH for one run, which the person's shell does not have.
  const onPath = path
    .filter((directory) => isAbsolute(directory) && !/node_modules[\\/]\.bin[\\/]?$/.test(directory))
    .flatMap((directory) => realpath(join(directory, name)) ?? realpath(join(directory, `${name}.cmd`)) ?? [])[0]
  if (onPath !== undefined && !isOtherCopy(onPath, own)) return name
  const project = /^(.*)[\\/]node_modules[\\/](?:\.bin[\\/]hookline|hookline[\\/]bin[\\/])/.exec(script)?.[1]
  if (project !== undefined && (isInside(cwd, project) || /[\\/]_npx[\\/][^\\/]+$/.test(project))) return `npx ${name}`
  const shown = isInside(script, cwd) ? relative(cwd, script) : script
  if (/\.[cm]?js$/.test(shown)) return `node ${quoted(shown)}`
  return quoted(basename(shown) === shown ? `./${shown}` : shown)
}

/** `<package>/bin/hookline.cjs` */
const packageOf = (script: string): string => dirname(dirname(script))

/** A file of another name is a shim of a package or version manager, which starts the copy that the person chose. */
const isOtherCopy = (found: string, own: string): boolean =>
  /^hookline\.[cm]js$/.test(basename(found)) && packageOf(found) !== own

const isInside = (path: string, directory: string): boolean => {
  const way = relative(directory, path)
  return !way.startsWith('..') && !isAbsolute(way)
}

/** For this process, called with this environment in this directory. */
export function findTypedCommand({ env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  const [, script = ''] = process.argv
  const path = (env.PATH ?? '').split(delimiter)
  return typedCommand({ argv0: process.argv0, script, path, cwd, realpath: findRealPath })
}

function findRealPath(file: string): string | undefined {
  try {
    return realpathSync.native(file)
  } catch {
    return undefined
  }
}

const colour = `${String.fromCharCode(0x1b)}\\[[\\d;]*m`
/** A line of a diff shows what is in the file. */
const diffLine = new RegExp(`^ *(?:${colour})*[+-]`)

/**
 * Writes the commands in hints as the person can type them. `names` are the commands of Hookline. A command in a hint follows a
 * colon, an arrow, a backtick, a bracket, "run" or "or", or begins its line. Text of a payload seldom does, and has to stay:
 * the record of a command shows what was really typed. `hookline run` is for agents, in a form that `init` writes. What has to
 * be typed on another machine stays too: "run there", and joining a team with a code.
 */
export function createHintWriter(names: readonly string[], typed: () => string): (text: string) => string {
  const before = `(?:^ *|(?<!there|on the machine): |→ |\`|\\(|&& |\\b[Rr]un |\\bor )(?:${colour})*`
  const after = [...names.filter((one) => one !== 'run'), '--help', '--version', '<command>'].join('|')
  const hint = new RegExp(`(${before})${name} (?!team enroll https?:)(?=(?:${after})(?![\\w-]))`, 'g')
  const writeLine = (line: string, own: string) =>
    diffLine.test(line) ? line : line.replace(hint, (_, kept: string) => `${kept}${own} `)
  return (text) => {
    if (!text.includes(`${name} `)) return text
    const own = typed()
    return own === name
      ? text
      : text
          .split('\n')
          .map((line) => writeLine(line, own))
          .join('\n')
  }
}

/** Keys of our own JSON whose text is for people. A payload may have others, and nothing in it is ours. */
const hintKeys: ReadonlySet<string> = new Set(['next', 'why', 'says', 'hint', 'fix', 'detail'])
const payloadKeys: ReadonlySet<string> = new Set([
  ...['input', 'payload', 'tool_input', 'parameters', 'sample', 'reply', 'output', 'stdout', 'stderr', 'settings'],
])

/** The same JSON value, with the commands in its hints as the person can type them. */
export function writeHintsIn(value: unknown, write: (text: string) => string, inSteps = false): unknown {
  if (Array.isArray(value)) return value.map((one) => writeHintsIn(one, write, inSteps))
  if (typeof value !== 'object' || value === null) return value
  const written = Object.entries(value).map(([key, one]): [string, unknown] => {
    // Elsewhere `command` is the command of a hook.
    const isHint = hintKeys.has(key) || (inSteps && key === 'command')
    if (typeof one === 'string') return [key, isHint ? write(one) : one]
    return [key, payloadKeys.has(key) ? one : writeHintsIn(one, write, key === 'steps')]
  })
  return Object.fromEntries(written)
}

/** The same for printed JSON: one whole value in each call. Any other text stays as it is. */
export function writeHintsInJson(text: string, write: (text: string) => string): string {
  if (!text.includes(`${name} `)) return text
  try {
    const value: unknown = JSON.parse(text)
    const written = writeHintsIn(value, write)
    if (JSON.stringify(written) === JSON.stringify(value)) return text
    return `${text.includes('\n  ') ? json(written) : JSON.stringify(written)}${text.endsWith('\n') ? '\n' : ''}`
  } catch {
    return text
  }
}

export const hintingOutput = (output: Output, write: (text: string) => string): Output => ({
  write: (text) => output.write(write(text)),
  get isTTY() {
    return output.isTTY === true
  },
  get columns() {
    return output.columns ?? 80
  },
})
