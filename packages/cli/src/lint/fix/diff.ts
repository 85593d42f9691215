/** Changes as a person reads them before they are made: a unified diff. */
import { createTwoFilesPatch } from 'diff'
import { shownPath } from '../../paths.ts'
import { oneLine, plain } from '../../plain.ts'
import type { Style } from '../../style.ts'
import type { Change } from './plan.ts'

export const diffOf = (changes: readonly Change[], style: Style, cwd: string): string =>
  changes.map((change) => one(change, style, cwd)).join('')

function one(change: Change, style: Style, cwd: string): string {
  if (change.kind === 'mode') {
    const name = oneLine(shownPath(change.path, cwd))
    const where = change.inGit ? ', on disk and in git' : ''
    return `${style.bold(`--- ${name}`)}\n${style.red('-mode 100644')}\n${style.green('+mode 100755')} (executable${where})\n`
  }
  const name = oneLine(shownPath(change.file, cwd))
  const patch = createTwoFilesPatch(name, name, change.before, change.after, undefined, undefined, { context: 2 })
  // What stands before the names is for another program.
  const lines = patch.slice(patch.indexOf('--- ')).trimEnd().split('\n')
  return `${lines.map((line) => painted(plain(line), style)).join('\n')}\n`
}

function painted(line: string, style: Style): string {
  if (line.startsWith('--- ') || line.startsWith('+++ ')) return style.bold(line)
  if (line.startsWith('-')) return style.red(line)
  if (line.startsWith('+')) return style.green(line)
  return line.startsWith('@@') ? style.cyan(line) : line
}
