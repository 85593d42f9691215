/** Commands that need Windows, in a file that others get too. `pwsh` is on every system. */
import type { CommandText } from '../context.ts'
import type { Rule } from '../rule.ts'

export const windowsOnly: Rule = {
  code: 'windows-only',
  looksAt: 'file',
  find(file) {
    if (!file.shared) return []
    const needing = file.commands.filter(needsWindows)
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

const needsWindows = ({ line }: CommandText): boolean =>
  line.programs.some(({ text }) => /^(powershell|cmd)(\.exe)?$|\.exe$/i.test(text)) ||
  line.scripts.some(({ word, by }) => /\.(cmd|bat)$/i.test(word) || (/\.ps1$/i.test(word) && by !== 'pwsh'))
