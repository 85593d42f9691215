/** Reports a deny followed by an exit code that means "the hook failed". */

import type { Rule, RuleFinding } from '../../rule.ts'
import { codeLines } from '../../scripts/scripts.ts'

const deny =
  /(?:permission|decision|permissionDecision)\\?["']?\s*:\s*\\?["'](?:deny|block)|continue\\?["']?\s*:\s*(?:false|False)/
const leaves = /(?:^|[\s;&|{(])(?:exit\s+|sys\.exit\(|process\.exit\()(\d+)/
/** How many lines before the exit are searched for the deny. */
const LINES_BEFORE = 12

export const exit3WithDeny: Rule = {
  code: 'exit-3-with-deny',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    const lines = codeLines(script)
    return lines.flatMap(({ text, line }, at) => {
      const exit = leaves.exec(text)
      const code = exit?.[1]
      if (exit === null || code === undefined || code === '0' || code === '2') return []
      const before = lines.slice(Math.max(0, at - LINES_BEFORE), at).map((one) => one.text)
      const since = before.slice(before.findLastIndex((one) => leaves.test(one) || /^\s*(fi|;;|esac)\b/.test(one)) + 1)
      if (!deny.test([...since, text].join('\n'))) return []
      const column = exit.index + exit[0].search(/exit|sys|process/) + 1
      const message = `deny, then exit ${code}: this exit code means that the hook failed, and other hosts let the action go ahead`
      return [{ at: { line, column }, message, hint: 'Exit with 0 after the JSON, or with 2.' }]
    })
  },
}
