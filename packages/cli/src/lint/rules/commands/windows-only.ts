/** Reports commands that need Windows, in a shared file. `pwsh` runs on every system. */
import type { CommandText, FileContext } from '../../context/context.ts'
import type { Rule } from '../../rule.ts'
import { findNeeding } from './needed-system.ts'

export const windowsOnly: Rule = {
  code: 'windows-only',
  checks: 'file',
  find(file) {
    if (!file.shared) return []
    return findNeeding(file, (command) => needsWindows(command, file), {
      system: 'Windows',
      hint: 'Elsewhere they fail, and at most events the action goes ahead. Use pwsh, or `node x.mjs`.',
    })
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

/** A batch file that is also a shell script: each interpreter skips the part of the other. */
function isPolyglot(word: string, { entries, facts }: FileContext): boolean {
  const used = entries.flatMap(({ scripts }) => scripts).find((script) => script.word === word)
  const text = used?.path === undefined ? undefined : facts.read(used.path)
  if (text === undefined) return false
  return /^\uFEFF?\s*(?::|@|#|2>|rem\b|echo\b|\()/i.test(text) && unixSide.test(text)
}

const unixSide = /"\$@"|\$\(|\$\{?\w|^#!\s*\/|\bexec\s|^\s*(?:fi|done|esac)\b/m
