/** A script that the shell cannot parse. It is parsed (`sh -n`), never run. */
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
      'The shell ends with 2, which denies everything, or with another failure, which lets everything through.'
    return [{ at: { line, column: 1 }, message: `${shell} cannot parse the script: ${fault.message}`, hint }]
  },
}
