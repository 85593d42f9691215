/** Finds commands that delete the results of a search. The files of `find -exec rm` and `xargs rm` are checked as arguments of `rm`. */
import { argumentsOf, type ShellCommand, type ShellWord } from '@hookline/core/shell'
import { list, operands, says } from '../options.ts'
import { ask, type CommandView, type Finding, type Rule } from '../rule.ts'
import { deletion, instead } from './deletion.ts'

/** Matches every file. */
const everything = /^[*?/]+(\.\*)?$|^\.?[*+]?\$?$|^\^?\.[*+]\$?$/
/** Filters that most files match, such as a maximum size or age. */
const wide = /^-\d{4,}\w*$|^-\d+[GTP]$/
const byName = /^-(i?name|i?path|i?wholename|i?regex|empty|inum|samefile)$/
const byAge = /^-([amc]time|[amc]min|newer\w*|size|user|group|perm)$/

/** Whether `find` selects only some files, by filters of these kinds. */
const filtered = (command: ShellCommand, ...kinds: readonly RegExp[]): boolean => {
  const args = command.words.map(({ text }) => text)
  const before = args.slice(0, args.indexOf('-delete'))
  // `a -o -delete` deletes everything except a; an `-o` between two filters in parentheses still selects.
  if (before.at(-1) === '-o' || before.at(-1) === '-or' || before.at(-1) === ',') return false
  const terms = before.map((text, at) => {
    const value = args[at + 1] ?? ''
    const denied = /^(!|-not)$/.test(args[at - 1] ?? '')
    return kinds.some((kind) => kind.test(text)) ? !denied && !everything.test(value) && !wide.test(value) : undefined
  })
  const judged = terms.filter((term) => term !== undefined)
  return before.some((text) => /^(-o|-or)$/.test(text))
    ? judged.length > 0 && judged.every(Boolean)
    : judged.some(Boolean)
}

const startsOf = (command: ShellCommand): readonly ShellWord[] => {
  const first = command.words.findIndex((word, at) => at > 0 && /^[-(!]/.test(word.text))
  const starts = command.words.slice(1, first === -1 ? undefined : first)
  return starts.length === 0 ? [{ text: '.', known: true, glob: false }] : starts
}

/** A search with a filter is routine in the workspace and among temporary files, but not in the system. */
const routine = (start: ShellWord, sight: CommandView): boolean =>
  ['workspace', 'unknown'].includes(sight.kindOf(start)) || /^(\/var)?\/tmp\/?$/.test(start.text)

/** What a search would delete. In the whole workspace, a filter by age, size or owner may match any file. */
function searched(sight: CommandView): Finding | undefined {
  const { command } = sight
  const starts = startsOf(command)
  const isRoutine = starts.every((start) => routine(start, sight))
  if (isRoutine && filtered(command, byName)) return undefined
  if (!isRoutine || !filtered(command, byName, byAge)) return deletion(starts, sight, 'search and delete in')
  return starts.some((start) => sight.kindOf(start) === 'workspace')
    ? ask('delete files of the whole workspace by their age, size or owner')
    : undefined
}

/** The output is a deliberate selection: a search by name, or files that git lists as deleted. */
const chosen = (command: ShellCommand): boolean =>
  ['grep', 'rg', 'fd', 'ag', 'find'].includes(command.name) ||
  (command.name === 'git' && (says(command, '-d', '--deleted', '-o', '--others') || operands(command).length > 1))

/** `-delete` as an action, not as an argument of the command after `-exec`. */
const deletes = (command: ShellCommand): boolean =>
  argumentsOf(command)?.options.some((one) => one.name === '-delete') ?? says(command, '-delete')

export const foundRules: readonly Rule[] = [
  {
    name: 'delete-found',
    programs: list('find fd fdfind'),
    instead: 'List the files first (`find … -print`), and start in the intended directory.',
    find: (sight) => (deletes(sight.command) ? searched(sight) : undefined),
  },
  {
    name: 'found-file-deleted',
    programs: list('rm grm shred srm rimraf unlink truncate'),
    instead,
    find({ command, reading }) {
      const starter = command.via.at(-1) ?? ''
      if (!/^(xargs|parallel)$/.test(starter) || !command.words.some((word) => word.text.startsWith('…')))
        return undefined
      const feeding = reading.commands.find((one) => one.name === starter)?.stdin
      const from = feeding?.kind === 'pipe' ? feeding.from : []
      if (from.some((one) => one.name === 'git' && says(one, 'ls-files')) && !from.some(chosen))
        return ask(`${command.name === 'truncate' ? 'empty' : 'delete'} every file that git tracks`)
      return undefined
    },
  },
]
