/** Commands that need a Unix shell, in a file that others get too. Agents with settings in groups bring their own shell to Windows. */
import type { CommandText } from '../../context/context.ts'
import type { Rule } from '../../rule.ts'

export const unixOnly: Rule = {
  code: 'unix-only',
  checks: 'file',
  find(file) {
    if (!file.shared || file.agent?.format !== undefined) return []
    const needing = file.commands.filter(needsUnix)
    const [first] = needing
    if (first === undefined) return []
    const all = needing.length === file.commands.length
    const who = all
      ? 'every hook of this shared file needs'
      : `${needing.length} of ${file.commands.length} hooks of this shared file need`
    const message = `${who} a Unix shell`
    return [
      { at: first.at(0), message, hint: 'On Windows they fail, and most events go on. `node x.mjs` runs everywhere.' },
    ]
  },
}

const needsUnix = ({ text, line }: CommandText): boolean =>
  line.scripts.some(({ word }) => /\.(sh|bash|zsh)$/.test(word)) ||
  line.programs.some(({ text: program }) => /^((\/usr)?\/bin\/)?(sh|bash|zsh|dash)$/.test(program)) ||
  /\/dev\/null|\|\|\s*true\b|\$\(|^\s*[A-Za-z_]\w*=/.test(text)
