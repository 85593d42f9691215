/** Reports a program that a script calls but that is not on PATH, or not on the PATH of an agent started from the desktop. */

import { checksFor, firstUse, knownTools } from '../../commands/script-tools.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { isShell } from '../../scripts/scripts.ts'

export const missingTool: Rule = {
  code: 'missing-tool',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    if (!isShell(script)) return []
    const { facts } = script
    return knownTools.flatMap((tool) => {
      const there = facts.onPath(tool)
      if (there && facts.onDesktopPath(tool) !== false) return []
      const at = checksFor(script, tool) ? undefined : firstUse(script, tool)
      if (at === undefined) return []
      const where = there ? 'the PATH of applications started from the desktop' : 'PATH'
      const message = `the script uses ${tool}, which is not on ${where}`
      return [
        { at, message, hint: `Install ${tool} in a directory that is on every PATH, or write the hook without it.` },
      ]
    })
  },
}
