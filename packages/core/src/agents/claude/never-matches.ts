/** Finds a Claude Code `if` that no call can match. As measured on 2.1.197 and 2.1.325, such a hook never runs, without a message. */
import { claudeTools } from './tool-names.ts'

/** Why no call matches the rule, or undefined if one can. An empty rule is not tested: its hook always runs. */
export function whyNeverMatches(rule: string): string | undefined {
  const [, tool, inner] = /^([^\s()]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  if (tool === undefined) return 'it does not have the form Tool or Tool(pattern)'
  if (closesEarly(inner ?? '')) return 'it contains more than one rule, but Claude Code reads only one'
  if (tool.startsWith('mcp__') || Object.hasOwn(claudeTools, tool)) return undefined
  const [known] = Object.entries(claudeTools).find(([theirs, ours]) => isMeant(tool, theirs, ours)) ?? []
  if (known !== undefined) return `Claude Code's name for the tool is ${known}`
  return /^[\w-]+$/.test(tool) ? undefined : `${JSON.stringify(tool)} is not the name of a tool`
}

const isMeant = (tool: string, theirs: string, ours: string): boolean =>
  tool.toLowerCase() === theirs.toLowerCase() || tool.toLowerCase() === ours.toLowerCase()

/** Whether a parenthesis closes the first rule early, as in `ls)|Bash(rm *`. An escaped parenthesis is text. */
function closesEarly(inner: string): boolean {
  let depth = 0
  for (const [, one] of inner.matchAll(/\\[\s\S]|([()])/g)) {
    if (one === '(') depth++
    if (one === ')' && --depth < 0) return true
  }
  return false
}
