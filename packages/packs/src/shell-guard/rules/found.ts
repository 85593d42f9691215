/** Deleting files that are searched for. The files of `find -exec rm` and `xargs rm` are judged as words of `rm`. */
import { argumentsOf, type ShellCommand, type ShellWord } from '@hookline/core/shell'
import { list, operands, says } from '../options.ts'
import { ask, type Finding, type Rule, type Sight } from '../rule.ts'
import { deletion, instead } from './deletion.ts'

/** Takes in all there is. */
const everything = /^[*?/]+(\.\*)?$|^\.?[*+]?\$?$|^\^?\.[*+]\$?$/
/** Less than so much, younger than so long: what there usually is. */
const wide = /^-\d{4,}\w*$|^-\d+[GTP]$/
const byName = /^-(i?name|i?path|i?wholename|i?regex|empty|inum|samefile)$/
const byAge = /^-([amc]time|[amc]min|newer\w*|size|user|group|perm)$/

/** Whether `find` takes only some of what is there, by filters of these kinds. */
const filtered = (command: ShellCommand, ...kinds: readonly RegExp[]): boolean => {
  const texts = command.words.map(({ text }) => text)
  const before = texts.slice(0, texts.indexOf('-delete'))
  // `a -o -delete` deletes all but what a takes; an `-o` between two filters in brackets chooses still.
  if (before.at(-1) === '-o' || before.at(-1) === '-or' || before.at(-1) === ',') return false
  const terms = before.map((text, at) => {
    const value = texts[at + 1] ?? ''
    const denied = /^(!|-not)$/.test(texts[at - 1] ?? '')
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

/** In the workspace and among temporary files a search with a filter is routine; in the system it is not. */
const routine = (start: ShellWord, sight: Sight): boolean =>
  ['workspace', 'unknown'].includes(sight.placeOf(start)) || /^(\/var)?\/tmp\/?$/.test(start.text)

/** What a search would delete. In the whole workspace, files of an age, a size or an owner may be any file. */
function searched(sight: Sight): Finding | undefined {
  const { command } = sight
  const starts = startsOf(command)
  const isRoutine = starts.every((start) => routine(start, sight))
  if (isRoutine && filtered(command, byName)) return undefined
  if (!isRoutine || !filtered(command, byName, byAge)) return deletion(starts, sight, 'search and delete in')
  return starts.some((start) => sight.placeOf(start) === 'workspace')
    ? ask('delete files of the whole workspace by their age, size or owner')
    : undefined
}

/** Its output is a choice somebody made: a search by name, what git lists as gone. */
const chosen = (command: ShellCommand): boolean =>
  ['grep', 'rg', 'fd', 'ag', 'find'].includes(command.name) ||
  (command.name === 'git' && (says(command, '-d', '--deleted', '-o', '--others') || operands(command).length > 1))

/** `-delete` is an action of its own, not a word of the command behind `-exec`. */
const deletes = (command: ShellCommand): boolean =>
  argumentsOf(command)?.options.some((one) => one.name === '-delete') ?? says(command, '-delete')

export const foundRules: readonly Rule[] = [
  {
    name: 'delete-found',
    programs: list('find fd fdfind'),
    instead: 'Look first (`find … -print`), and start in the directory that is meant.',
    find: (sight) => (deletes(sight.command) ? searched(sight) : undefined),
  },
  {
    name: 'found-file-deleted',
    programs: list('rm grm shred srm rimraf unlink'),
    instead,
    find({ command, reading }) {
      if (command.via.at(-1) !== 'xargs' || !command.words.some((word) => word.text.startsWith('…'))) return undefined
      const feeding = reading.commands.find((one) => one.name === 'xargs')?.stdin
      const from = feeding?.kind === 'pipe' ? feeding.from : []
      if (from.some((one) => one.name === 'git' && says(one, 'ls-files')) && !from.some(chosen))
        return ask('delete every file that git tracks')
      return undefined
    },
  },
]
