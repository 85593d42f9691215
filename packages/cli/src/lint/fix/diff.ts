/** Renders changes as a unified diff, so that a person can read them before they are made. */
import { createTwoFilesPatch } from 'diff'
import { shownPath } from '../../paths.ts'
import { oneLine, plain } from '../../text/plain.ts'
import type { Style } from '../../text/style.ts'
import type { Change } from './plan.ts'

export const renderDiff = (changes: readonly Change[], style: Style, cwd: string): string =>
  changes.map((change) => renderChange(change, style, cwd)).join('')

function renderChange(change: Change, style: Style, cwd: string): string {
  if (change.kind === 'mode') {
    const name = oneLine(shownPath(change.path, cwd))
    const where = change.inGit ? ', on disk and in git' : ''
    return `${style.bold(`--- ${name}`)}\n${style.red('-mode 100644')}\n${style.green('+mode 100755')} (executable${where})\n`
  }
  const name = oneLine(shownPath(change.file, cwd))
  const patch = createTwoFilesPatch(name, name, change.before, change.after, undefined, undefined, { context: 2 })
  // Drops the header before the file names, which is for other programs.
  const lines = patch.slice(patch.indexOf('--- ')).trimEnd().split('\n')
  return `${lines.map((line) => colourLine(plain(line), style)).join('\n')}\n`
}

function colourLine(line: string, style: Style): string {
  if (line.startsWith('--- ') || line.startsWith('+++ ')) return style.bold(line)
  if (line.startsWith('-')) return style.red(line)
  if (line.startsWith('+')) return style.green(line)
  return line.startsWith('@@') ? style.cyan(line) : line
}
