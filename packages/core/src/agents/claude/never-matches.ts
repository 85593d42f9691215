/** Finds a Claude Code `if` that no call can match. As measured on 2.1.197 and 2.1.325: such a hook never runs, and nothing is shown. */
import { claudeTools } from './tool-names.ts'

/** Why no call matches the rule; undefined where one may. An empty rule is not tested: its hook always runs. */
export function whyNeverMatches(rule: string): string | undefined {
  const [, tool, inner] = /^([^\s()]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  if (tool === undefined) return 'it is not of the form Tool or Tool(pattern)'
  if (closesEarly(inner ?? '')) return 'it holds more than one rule, and Claude Code reads one'
  if (tool.startsWith('mcp__') || Object.hasOwn(claudeTools, tool)) return undefined
  const [known] = Object.entries(claudeTools).find(([theirs, ours]) => isMeant(tool, theirs, ours)) ?? []
  if (known !== undefined) return `Claude Code's name for the tool is ${known}`
  return /^[\w-]+$/.test(tool) ? undefined : `${JSON.stringify(tool)} is not the name of a tool`
}

const isMeant = (tool: string, theirs: string, ours: string): boolean =>
  tool.toLowerCase() === theirs.toLowerCase() || tool.toLowerCase() === ours.toLowerCase()

/** `ls)|Bash(rm *`: what follows the first rule is part of its pattern. A parenthesis after a backslash is text. */
function closesEarly(inner: string): boolean {
  let depth = 0
  for (const [, one] of inner.matchAll(/\\[\s\S]|([()])/g)) {
    if (one === '(') depth++
    if (one === ')' && --depth < 0) return true
  }
  return false
}
