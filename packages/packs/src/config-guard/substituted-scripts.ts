/** Finds what a shell gets as its script through a descriptor: `. <(echo …)`, `bash --rcfile <(…)`, `. /dev/fd/3`. */
import { readShell, type ShellCommand, type ShellReading } from '@hookline/core/shell'

const shells = /^(\.|source|eval|(ba|z|da|k|mk|a|fi|c|tc)?sh)$/
/** `<(…)`, and `=(…)` of zsh, with one level of parentheses inside. */
const substitution = /[<=]\(((?:[^()]|\([^()]*\))*)\)/g
const hereString = /<<<\s*("[^"]*"|'[^']*'|[^\s;&|]+)/g
/** A longer text is not searched. The doubts of the reader decide about it. */
const LONGEST = 20_000

/** Of a substitution, the words of the commands inside as one text: what they print is among it. */
export function scriptsIn({ commands }: ShellReading, text: string): readonly string[] {
  if (text.length > LONGEST || !commands.some(runsText)) return []
  const given = [...text.matchAll(hereString)].map((found) => (found[1] ?? '').replace(/^["']|["']$/g, ''))
  const printed = [...text.matchAll(substitution)].flatMap((found) =>
    readShell(found[1] ?? '').commands.flatMap(({ words, stdin }) => [
      words
        .slice(1)
        .map((word) => word.text)
        .join(' '),
      ...(stdin.kind === 'text' ? [stdin.text] : []),
    ]),
  )
  return [...given, ...printed]
}

/** A shell, or a file that it reads. The reader takes `BASH_ENV=<(…) sh` for a command without a name. */
const runsText = ({ name, words }: ShellCommand): boolean => shells.test(name) || /^<\(/.test(words[0]?.text ?? '')
