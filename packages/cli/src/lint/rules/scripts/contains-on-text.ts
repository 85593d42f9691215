/** Reports PowerShell's `$event.command -contains 'rm'`, which looks for an element of a list, not for a part of a text. */
import type { Rule, RuleFinding } from '../../rule.ts'

const field = '(?:command|prompt|file_path|content|text|url|tool_name|query)'
const ofEvent = `\\$\\w+(?:\\.tool_input)?\\.${field}`
/** Methods that return text. */
const asText = '(?:\\.(?:ToLower|ToUpper|ToLowerInvariant|Trim|ToString)\\(\\))*'

export const containsOnText: Rule = {
  code: 'never-true',
  checks: 'script',
  find({ path, lines }): readonly RuleFinding[] {
    if (!path.toLowerCase().endsWith('.ps1')) return []
    const variables = textVariables(lines.join('\n'))
    const text = [`${ofEvent}${asText}`, ...variables.map((name) => `\\$${name}\\b${asText}`)].join('|')
    const left = new RegExp(`(?<![\\w.$])\\(?(${text})\\)?\\s+-[ci]?(?:not)?contains\\b`, 'i')
    const right = new RegExp(`\\s-[ci]?(?:not)?in\\s+\\(?(${text})\\)?\\s*[){]`, 'i')
    return lines.flatMap((line, at) => {
      const code = line.replace(/(^|\s)#.*$/, '$1')
      const found = left.exec(code) ?? right.exec(code)
      if (found === null) return []
      const message = `${found[1]} is text, but -contains and -in look for an element of a list, so only the whole text matches`
      const hint = `Write ${found[1]}.Contains('…'), or -match with a regular expression.`
      return [{ at: { line: at + 1, column: found.index + 1 }, message, hint }]
    })
  },
}

/** Variables that are only set to text from the event. */
function textVariables(script: string): readonly string[] {
  const set = [...script.matchAll(/^[ \t]*(?:\[string\]\s*)?\$(\w+)\s*=\s*(.+?)[ \t]*$/gim)]
  const isText = new RegExp(`^(?:\\[string\\]\\s*)?\\(?${ofEvent}\\)?${asText}$`, 'i')
  const names = new Set(set.map(([, name = '']) => name))
  return [...names].filter((name) => set.every(([, other, value = '']) => other !== name || isText.test(value)))
}
