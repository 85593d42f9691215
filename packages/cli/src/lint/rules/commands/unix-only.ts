/** Reports commands that need a Unix shell, in a shared file. Agents with grouped settings bring their own shell to Windows. */
import type { CommandText } from '../../context/context.ts'
import type { Rule } from '../../rule.ts'
import { findNeeding } from './needed-system.ts'

export const unixOnly: Rule = {
  code: 'unix-only',
  checks: 'file',
  find(file) {
    if (!file.shared || file.agent?.format !== undefined) return []
    return findNeeding(file, needsUnix, {
      system: 'a Unix shell',
      hint: 'On Windows they fail, and at most events the action goes ahead. `node x.mjs` runs everywhere.',
    })
  },
}

const needsUnix = ({ text, line }: CommandText): boolean =>
  line.scripts.some(({ word }) => /\.(sh|bash|zsh)$/.test(word)) ||
  line.programs.some(({ text: program }) => /^((\/usr)?\/bin\/)?(sh|bash|zsh|dash)$/.test(program)) ||
  /\/dev\/null|\|\|\s*true\b|\$\(|^\s*[A-Za-z_]\w*=/.test(text)
