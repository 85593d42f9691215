/** A program that a script calls and that is not there, or not for an agent that was started from the desktop. */

import { asksFor, firstUse, knownTools } from '../../commands/script-tools.ts'
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
      const at = asksFor(script, tool) ? undefined : firstUse(script, tool)
      if (at === undefined) return []
      const where = there ? 'the PATH of applications started from the desktop' : 'PATH'
      const message = `${tool} is used here and is not on ${where}`
      return [{ at, message, hint: `Install ${tool} where every program looks, or write the hook without it.` }]
    })
  },
}
