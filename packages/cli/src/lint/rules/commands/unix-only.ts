/** Reports commands that need a Unix shell, in a shared file. Agents with grouped settings bring their own shell to Windows. */
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
    const subject = all
      ? 'every hook in this shared file needs'
      : `${needing.length} of ${file.commands.length} hooks in this shared file need`
    const message = `${subject} a Unix shell`
    return [
      {
        at: first.at(0),
        message,
        hint: 'On Windows they fail, and at most events the action goes ahead. `node x.mjs` runs everywhere.',
      },
    ]
  },
}

const needsUnix = ({ text, line }: CommandText): boolean =>
  line.scripts.some(({ word }) => /\.(sh|bash|zsh)$/.test(word)) ||
  line.programs.some(({ text: program }) => /^((\/usr)?\/bin\/)?(sh|bash|zsh|dash)$/.test(program)) ||
  /\/dev\/null|\|\|\s*true\b|\$\(|^\s*[A-Za-z_]\w*=/.test(text)
