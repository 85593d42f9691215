/** Reports a Node or Python script that its interpreter cannot parse. The rule only parses it, and never runs it. */
import type { ScriptContext } from '../../context/context.ts'
import type { Rule } from '../../rule.ts'
import { shebangOf } from '../../scripts/scripts.ts'

export const scriptSyntax: Rule = {
  code: 'script-syntax',
  checks: 'script',
  async find(script) {
    const { facts, path, lines } = script
    const program = findProgram(script)
    if (program === undefined || /\.[cm]?ts$/.test(path)) return []
    const fault = await facts.parse(path, program)
    if (fault === undefined) return []
    return [
      {
        at: { line: Math.min(fault.line, lines.length), column: 1 },
        message: `${program} cannot parse the script: ${fault.message}`,
        hint: 'The hook exits with 1, and at most events the action goes ahead. Correct the syntax.',
      },
    ]
  },
}

/** Only what PATH decides: another version, such as that of a virtual environment, may know more syntax. */
function findProgram({ uses, lines }: ScriptContext): 'node' | 'python3' | undefined {
  const shebang = shebangOf(lines[0] ?? '')
  const [first, ...others] = uses.map(({ context, script: { by, direct } }) => {
    if (direct) return shebang?.onPath === true ? shebang.program : undefined
    return context.command?.line.programs.some(({ text }) => text === by) === true ? by : undefined
  })
  return (first === 'node' || first === 'python3') && others.every((one) => one === first) ? first : undefined
}
