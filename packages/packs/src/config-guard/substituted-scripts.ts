/** Finds the texts that a shell gets as its script through a process substitution: `. <(echo …)`, `bash --rcfile <(…)`. */
import { readShell, type ShellCommand, type ShellReading } from '@hookline/core/shell'

const shells = /^(\.|source|eval|(ba|z|da|k|mk|a|fi|c|tc)?sh)$/
const isSubstituted = (text: string): boolean => /^(\w+=)?[<=]\(/.test(text)

/** The words of the commands inside, as one text: what they print is among it. */
export function scriptsIn({ commands }: ShellReading): readonly string[] {
  const substituted = commands.flatMap(({ words, assignments, stdin }) => [
    ...words.map(({ text }) => text),
    ...assignments.map(({ value }) => value.text),
    ...(stdin.kind === 'file' ? [stdin.path.text] : []),
  ])
  const inside = substituted.filter(isSubstituted)
  if (inside.length === 0 || !commands.some(runsText)) return []
  return inside.flatMap((text) =>
    readShell(text.replace(/^[^(]*\(/, '').replace(/\)$/, '')).commands.flatMap(({ words, stdin }) => [
      words
        .slice(1)
        .map((word) => word.text)
        .join(' '),
      ...(stdin.kind === 'text' ? [stdin.text] : []),
    ]),
  )
}

/** A shell that reads its script from there, or from a pipe. The reader takes `X=<(…) sh` for a command without a name. */
const runsText = ({ name, words }: ShellCommand): boolean =>
  shells.test(name) || words.some(({ text }, at) => at === 0 && isSubstituted(text))
