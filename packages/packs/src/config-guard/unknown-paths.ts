/** Paths that a command learns only when it runs: from a substitution, a list that is piped in, a variable. */
import { join, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { readShell, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import type { Act } from './acts.ts'
import { foundBy } from './find.ts'
import type { Guarded, Where } from './guarded.ts'

/** For acts on unknown paths: the protected path that one would reach, as far as the text tells. */
export function createReach(
  text: string,
  reading: ShellReading,
  where: Where,
  guarded: Guarded,
): (act: Act) => string | undefined {
  let fed: { readonly path: string | undefined } | undefined
  /** The first protected path that the text's own commands print for others. */
  const printed = (): string | undefined => {
    fed ??= { path: feeding(reading).flatMap((command) => printedBy(command, where, guarded))[0] }
    return fed.path
  }
  const inside = new Map<string, readonly string[]>()
  /** The protected paths that a substitution prints. A text may repeat one many times, so each is read once. */
  const printedInside = (script: string): readonly string[] => {
    const known = inside.get(script)
    if (known !== undefined) return known
    const paths = readShell(script).commands.flatMap((command) => printedBy(command, where, guarded))
    inside.set(script, paths)
    return paths
  }
  return ({ path, whole }) => {
    if (path.length > LONGEST) return undefined
    if (globalPackage.test(path)) return 'the program of Hookline'
    const inner = substitutions(path)
    if (inner.length > 0) return inner.flatMap(printedInside)[0]
    if (/(^|\/)…$/.test(path)) return printed()
    const variable = /^\$\{?(\w+)/.exec(path)?.[1]
    if (variable === undefined || text.length > LONGEST) return undefined
    const given = assignedTo(variable, text).find((one) => guarded.has(resolve(where.cwd, one)))
    const isRead = whole && new RegExp(`\\bread\\b[^;|&]*\\b${variable}\\b`).test(text)
    return given ?? (isRead ? printed() : undefined)
  }
}
/** Longer texts are not searched: it would cost the square of their length. */
const LONGEST = 4_096

const globalPackage = /(\$\(|`)\s*(npm|pnpm|yarn|bun)\b[^)`]*[)`]\/(\S*\/)?@?hookline(\/|$)/
/** The text of `$(…)` and of backquotes, the outermost ones. */
const substitutions = (path: string): readonly string[] =>
  [...path.matchAll(/\$\((.*)\)|`([^`]*)`/gs)].map((found) => found[1] ?? found[2] ?? '')

/** Commands whose output goes on: into a pipe or a substitution. */
const feeding = ({ commands }: ShellReading): readonly ShellCommand[] =>
  commands.filter(
    (command) =>
      command.name === 'find' ||
      command.via.includes('$(…)') ||
      (command.name === 'read' && command.stdin.kind === 'text') ||
      commands.some(({ stdin }) => stdin.kind === 'pipe' && stdin.from.includes(command)),
  )

/** `a=(x y)`, `for a in x y`, `read a <<< x`. */
const assignedTo = (name: string, text: string): readonly string[] =>
  [
    ...text.matchAll(
      new RegExp(
        `\\b${name}\\+?=\\(?([^)\\n;]*)|\\bfor\\s+${name}\\s+in\\s([^;\\n]*)|\\bread\\b[^;|&<]*\\b${name}\\b[^;|&<]*<<<\\s*([^;\\n]*)`,
        'g',
      ),
    ),
  ]
    .flatMap((found) => (found[1] ?? found[2] ?? found[3] ?? '').split(/[\s"']+/))
    .filter((word) => word !== '')

const finders = /^(which|command|type|whence|where|whereis|readlink|realpath|dirname)$/
/** The protected paths that a command prints. */
function printedBy(command: ShellCommand, where: Where, guarded: Guarded): readonly string[] {
  const { name, words } = command
  const from = resolve(where.cwd, command.cwd ?? '.')
  const texts = words.slice(1).map(({ text }) => text)
  if (/^(g?find|bfs)$/.test(name)) return foundBy(command, where, guarded)
  if (finders.test(name))
    return texts.filter((text) => /(^|[/\s(])hookline\b/i.test(text)).map(() => 'the program of Hookline')
  if (/^(npm|pnpm|yarn)$/.test(name)) return packagesOf(texts, from, guarded)
  if (/^(grep|egrep|fgrep|rg|ag)$/.test(name)) return matchedBy(name, texts, from, guarded)
  const starts = listedStarts(command, from)
  if (starts.length > 0) return starts.flatMap((start) => guarded.filesIn(start))
  if (!/^(echo|printf|ls|dir|cat|realpath|fd|read|basename)$/.test(name)) return []
  const input = command.stdin.kind === 'text' ? command.stdin.text.split(/\s+/) : []
  const spelled = name === 'cat' ? input : [...texts, ...input]
  return spelled.map((one) => resolve(from, one.replace(/(\\[0nt])+$/, ''))).filter((path) => guarded.has(path))
}

/** `$(npm root)` is the node_modules here; what is global is on the PATH. */
function packagesOf(texts: readonly string[], from: string, guarded: Guarded): readonly string[] {
  const at = texts.includes('root') ? 'node_modules' : texts.includes('bin') ? 'node_modules/.bin' : undefined
  if (at === undefined || texts.some((text) => /^(-g|--global)$/.test(text))) return []
  const path = join(from, at)
  return guarded.has(path) || guarded.below(path) !== undefined ? [path] : []
}

/** `grep -rl x .` and `rg -l --hidden x` print hook files that hold the text. */
function matchedBy(name: string, texts: readonly string[], from: string, guarded: Guarded): readonly string[] {
  const has = (letters: string, ...long: readonly string[]) =>
    texts.some((text) => long.includes(text) || new RegExp(`^-\\w*[${letters}]`).test(text))
  const hidden = /grep$/.test(name) ? has('rR', '--recursive') : has('u', '--hidden', '-uu', '-.')
  if (!hidden || !has('lL', '--files-with-matches', '--files')) return []
  const [pattern = '', ...starts] = texts.filter((text) => !text.startsWith('-'))
  const isPlain = /^[\w ./:-]*$/.test(pattern)
  return (starts.length === 0 ? ['.'] : starts)
    .flatMap((start) => guarded.filesIn(resolve(from, start)))
    .filter((file) => !isPlain || (readRegularText(file) ?? '').includes(pattern))
}

/** `ls -A` and `git ls-files -o` print hidden and untracked files of these directories. */
function listedStarts({ name, words }: ShellCommand, from: string): readonly string[] {
  const texts = words.slice(1).map(({ text }) => text)
  const option =
    name === 'git' && texts.includes('ls-files')
      ? /^(-\w*o\w*|--others)$/
      : /^(ls|dir|gls)$/.test(name)
        ? /^(-\w*[aA]\w*|--all|--almost-all)$/
        : undefined
  if (option === undefined || !texts.some((text) => option.test(text))) return []
  const named = texts.filter((text) => !text.startsWith('-') && text !== 'ls-files')
  return (named.length === 0 ? ['.'] : named).map((one) => resolve(from, one))
}
