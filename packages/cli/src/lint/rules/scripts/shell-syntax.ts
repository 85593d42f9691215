/** Reports a script that the shell cannot parse. The rule parses it with `sh -n` and never runs it. */
import type { Rule } from '../../rule.ts'

export const shellSyntax: Rule = {
  code: 'shell-syntax',
  checks: 'script',
  async find({ path, language, facts, lines }) {
    const shell = language === 'bash' ? 'bash' : language === 'sh' || language === 'dash' ? 'sh' : undefined
    if (shell === undefined || /\r$/.test(facts.read(path)?.split('\n', 1)[0] ?? '')) return []
    const fault = await facts.parse(path, shell)
    if (fault === undefined) return []
    const line = Math.min(fault.line, lines.length)
    const hint =
      'The shell exits with 2, which refuses everything, or with another code, which lets everything go ahead. Correct the syntax.'
    return [{ at: { line, column: 1 }, message: `${shell} cannot parse the script: ${fault.message}`, hint }]
  },
}
