/** Formats changes for people: one line per file, and unified diffs. Control characters in files are shown, not sent to the terminal. */
import { createTwoFilesPatch } from 'diff'
import { shownPath } from '../paths.ts'
import { counted } from '../text/entry-text.ts'
import { oneLine, visible } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { type FileChange, isNothing } from './change.ts'

export type Action = 'create' | 'change' | 'remove' | 'same'
export const actionOf = (change: FileChange): Action =>
  isNothing(change) ? 'same' : change.removes ? 'remove' : change.before === undefined ? 'create' : 'change'

/** `+ .cursor/hooks/guard.sh  42 lines, executable` */
export function summary(changes: readonly FileChange[], style: Style, cwd: string): string {
  const done = changes.filter((change) => !isNothing(change))
  const paths = done.map((change) => oneLine(shownPath(change.path, cwd)))
  const width = Math.max(0, ...paths.map((path) => path.length))
  const lines = done.map((change, at) => {
    const mark = marks[actionOf(change)](style)
    return `  ${mark} ${(paths[at] ?? '').padEnd(width)}  ${style.dim(factsOf(change))}`
  })
  return lines.map((line) => `${line}\n`).join('')
}

const marks: Readonly<Record<Action, (style: Style) => string>> = {
  create: ({ green }) => green('+'),
  change: ({ yellow }) => yellow('~'),
  remove: ({ red }) => red('-'),
  same: () => ' ',
}

function factsOf(change: FileChange): string {
  if (change.removes === true) return 'removed'
  const facts = [
    ...(change.before === undefined ? [counted(countLines(change.after), 'line')] : [difference(change)]),
    ...(change.executable === true ? ['executable'] : []),
    ...(change.generated === true ? ['generated'] : []),
  ]
  return facts.join(', ')
}

function difference(change: FileChange): string {
  const lines = unified(change, '').split('\n').slice(3)
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  const [more, less] = [count('+'), count('-')]
  if (more + less === 0) return 'mode'
  return [...(more === 0 ? [] : [`+${more}`]), ...(less === 0 ? [] : [`-${less}`])].join(' ')
}

const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** A unified diff in the usual format, which `patch` can read. */
export function unified(change: FileChange, cwd: string): string {
  const name = shownPath(change.path, cwd).replace(/^\/+/, '')
  const from = change.before === undefined ? '/dev/null' : `a/${name}`
  const patch = createTwoFilesPatch(from, `b/${name}`, change.before ?? '', change.after, undefined, undefined, {
    context: 3,
  })
  return patch.replace(/^=+\n/, '')
}

/** Diffs for a terminal. Generated files appear only in the summary. */
export function diffText(changes: readonly FileChange[], style: Style, cwd: string): string {
  return changes
    .filter((change) => change.generated !== true && change.before !== change.after)
    .map((change) =>
      unified(change, cwd)
        .trimEnd()
        .split('\n')
        .map((line) => paintLine(line, style))
        .join('\n'),
    )
    .map((text) => `${text}\n`)
    .join('\n')
}

function paintLine(line: string, style: Style): string {
  const text = line
    .split('\t')
    .map((part) => visible(part))
    .join('\t')
  if (/^(\+\+\+|---) /.test(line)) return style.bold(text)
  if (line.startsWith('@@')) return style.cyan(text)
  return line.startsWith('+') ? style.green(text) : line.startsWith('-') ? style.red(text) : text
}
