/** Commands that need Windows, in a file that others get too. `pwsh` is on every system. */
import type { CommandText, FileContext } from '../../context/context.ts'
import type { Rule } from '../../rule.ts'

export const windowsOnly: Rule = {
  code: 'windows-only',
  checks: 'file',
  find(file) {
    if (!file.shared) return []
    const needing = file.commands.filter((command) => needsWindows(command, file))
    const [first] = needing
    if (first === undefined) return []
    const all = needing.length === file.commands.length
    const who = all
      ? 'every hook of this shared file needs'
      : `${needing.length} of ${file.commands.length} hooks of this shared file need`
    const message = `${who} Windows`
    return [
      { at: first.at(0), message, hint: 'Elsewhere they fail, and most events go on. Use pwsh, or `node x.mjs`.' },
    ]
  },
}

function needsWindows({ line }: CommandText, file: FileContext): boolean {
  return (
    line.programs.some(({ text }) => /^(powershell|cmd)(\.exe)?$|\.exe$/i.test(text)) ||
    line.scripts.some(({ word, by }) =>
      /\.(cmd|bat)$/i.test(word) ? !isPolyglot(word, file) : /\.ps1$/i.test(word) && by !== 'pwsh',
    )
  )
}

/** A batch file that is a shell script too: its head means nothing to one of the two, and the rest of it something to each. */
function isPolyglot(word: string, { entries, facts }: FileContext): boolean {
  const used = entries.flatMap(({ scripts }) => scripts).find((script) => script.word === word)
  const text = used?.path === undefined ? undefined : facts.read(used.path)
  if (text === undefined) return false
  return /^\uFEFF?\s*(?::|@|#|2>|rem\b|echo\b|\()/i.test(text) && unixSide.test(text)
}

const unixSide = /"\$@"|\$\(|\$\{?\w|^#!\s*\/|\bexec\s|^\s*(?:fi|done|esac)\b/m
