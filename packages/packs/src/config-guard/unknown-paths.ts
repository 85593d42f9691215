/** Handles paths that are known only when a command runs: from a substitution, a piped list or a variable. */
import { join, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { readShell, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import type { Act } from './acts.ts'
import { foundBy, foundByFd } from './find.ts'
import type { CommandContext, Guarded } from './guarded.ts'

/** Returns the protected path that an act on an unknown path may reach. */
export function createReach(
  text: string,
  reading: ShellReading,
  where: CommandContext,
  guarded: Guarded,
): (act: Act) => string | undefined {
  let fed: { readonly path: string | undefined } | undefined
  /** The first protected path that a command of the text prints for another command. */
  const printed = (): string | undefined => {
    fed ??= { path: feeding(reading).flatMap((command) => printedBy(command, where, guarded))[0] }
    return fed.path
  }
  const inside = new Map<string, readonly string[]>()
  /** The protected paths that a substitution prints. A text may repeat a substitution, so each is read once. */
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
    const isAll = whole || /^\$\{?\w+\}?$/.test(path)
    const isRead = isAll && new RegExp(`\\bread\\b[^;|&]*\\b${variable}\\b`).test(text)
    return given ?? (isRead ? printed() : undefined)
  }
}
/** Longer args are not searched, because the search takes quadratic time. */
const LONGEST = 4_096

const globalPackage = /(\$\(|`)\s*(npm|pnpm|yarn|bun)\b[^)`]*[)`]\/(\S*\/)?@?hookline(\/|$)/
/** The text of the outermost `$(…)` and backquotes. */
const substitutions = (path: string): readonly string[] =>
  [...path.matchAll(/\$\((.*)\)|`([^`]*)`/gs)].map((found) => found[1] ?? found[2] ?? '')

/** Commands whose output goes into a pipe or a substitution. */
const feeding = ({ commands }: ShellReading): readonly ShellCommand[] =>
  commands.filter(
    (command) =>
      command.name === 'find' ||
      command.via.includes('$(…)') ||
      (command.name === 'read' && command.stdin.kind === 'text') ||
      commands.some(({ stdin }) => stdin.kind === 'pipe' && stdin.from.includes(command)),
  )

/** The values in `a=(x y)`, `for a in x y` and `read a <<< x`. */
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
function printedBy(command: ShellCommand, where: CommandContext, guarded: Guarded): readonly string[] {
  const { name, words } = command
  const from = resolve(where.cwd, command.cwd ?? '.')
  const args = words.slice(1).map(({ text }) => text)
  if (/^(g?find|bfs)$/.test(name)) return foundBy(command, where, guarded)
  if (/^fd(find)?$/.test(name)) return foundByFd(command, where, guarded)
  if (finders.test(name))
    return args.filter((text) => /(^|[/\s(])hookline\b/i.test(text)).map(() => 'the program of Hookline')
  if (/^(npm|pnpm|yarn)$/.test(name)) return packagesOf(args, from, guarded)
  if (/^(grep|egrep|fgrep|rg|ag)$/.test(name)) return matchedBy(name, args, from, guarded)
  const starts = listedStarts(command, from)
  if (starts.length > 0) return starts.flatMap((start) => guarded.filesIn(start))
  if (!/^(echo|printf|ls|dir|cat|realpath|read|basename)$/.test(name)) return []
  const input = command.stdin.kind === 'text' ? command.stdin.text.split(/\s+/) : []
  const spelled = name === 'cat' ? input : [...args, ...input]
  return spelled.map((one) => resolve(from, one.replace(/(\\[0nt])+$/, ''))).filter((path) => guarded.has(path))
}

/** `$(npm root)` prints the local node_modules; global packages are found through PATH. */
function packagesOf(args: readonly string[], from: string, guarded: Guarded): readonly string[] {
  const at = args.includes('root') ? 'node_modules' : args.includes('bin') ? 'node_modules/.bin' : undefined
  if (at === undefined || args.some((text) => /^(-g|--global)$/.test(text))) return []
  const path = join(from, at)
  return guarded.has(path) || guarded.below(path) !== undefined ? [path] : []
}

/** `grep -rl x .` and `rg -l --hidden x` print hook files that contain the text. */
function matchedBy(name: string, args: readonly string[], from: string, guarded: Guarded): readonly string[] {
  const has = (letters: string, ...long: readonly string[]) =>
    args.some((text) => long.includes(text) || new RegExp(`^-\\w*[${letters}]`).test(text))
  const hidden = /grep$/.test(name) ? has('rR', '--recursive') : has('u', '--hidden', '-uu', '-.')
  if (!hidden || !has('lL', '--files-with-matches', '--files')) return []
  const [pattern = '', ...starts] = args.filter((text) => !text.startsWith('-'))
  const isPlain = /^[\w ./:-]*$/.test(pattern)
  return (starts.length === 0 ? ['.'] : starts)
    .flatMap((start) => guarded.filesIn(resolve(from, start)))
    .filter((file) => !isPlain || (readRegularText(file) ?? '').includes(pattern))
}

/** The directories whose hidden or untracked files `ls -A` and `git ls-files -o` print. */
function listedStarts({ name, words }: ShellCommand, from: string): readonly string[] {
  const args = words.slice(1).map(({ text }) => text)
  const option =
    name === 'git' && args.includes('ls-files')
      ? /^(-\w*o\w*|--others)$/
      : /^(ls|dir|gls)$/.test(name)
        ? /^(-\w*[aA]\w*|--all|--almost-all)$/
        : undefined
  if (option === undefined || !args.some((text) => option.test(text))) return []
  const named = args.filter((text) => !text.startsWith('-') && text !== 'ls-files')
  return (named.length === 0 ? ['.'] : named).map((one) => resolve(from, one))
}
