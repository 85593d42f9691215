/** Reports a missing interpreter: the first word of the command, or the program that the script's first line names. */
import { isBuiltin } from '../../commands/builtins.ts'
import type { EntryContext } from '../../context/context.ts'
import type { Facts } from '../../context/facts.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { shebangOf } from '../../scripts/scripts.ts'

export const missingInterpreter: Rule = {
  code: 'missing-interpreter',
  checks: 'entry',
  find: (context) => [...checkFirstWord(context), ...checkShebangs(context)],
}

function checkFirstWord({ command, file: { facts } }: EntryContext): readonly RuleFinding[] {
  const word = command?.line.programs[0]
  if (command === undefined || word === undefined) return []
  const program = word.text
  if (isBuiltin(program, facts.system) || /[^\w.+-]/.test(program)) return []
  return findMissing(program, program, facts).map((finding) => ({ ...finding, at: command.at(word.start) }))
}

function checkShebangs({ scripts, at, file: { facts } }: EntryContext): readonly RuleFinding[] {
  return scripts.flatMap(({ path, word, direct }) => {
    const line = direct && path !== undefined ? facts.read(path)?.split('\n', 1)[0] : undefined
    const named = line === undefined || line.endsWith('\r') ? undefined : shebangOf(line)
    if (named === undefined || facts.system === 'win32') return []
    const label = `${named.program}, named in the first line of ${word},`
    const missing = named.onPath
      ? findMissing(named.program, label, facts)
      : facts.isFile(named.program)
        ? []
        : [{ message: `${label} does not exist`, hint: elsewhereHint(named.program, facts) }]
    return missing.map((finding) => ({ ...finding, at: at('command') }))
  })
}

function elsewhereHint(path: string, facts: Facts): string {
  const program = path.split('/').at(-1) ?? path
  return facts.onPath(program)
    ? `Write #!/usr/bin/env ${program}.`
    : `${program} is not on PATH either, so the hook exits with 127. Install it, or name another interpreter.`
}

function findMissing(program: string, label: string, facts: Facts): readonly Omit<RuleFinding, 'at'>[] {
  if (!facts.onPath(program)) {
    const ends = facts.system === 'win32' ? 'fails' : 'exits with 127'
    const hint = `The hook ${ends}, and at most events the action goes ahead. Install it, or write its absolute path.`
    return [{ message: `${label} is not on PATH`, hint }]
  }
  if (facts.onDesktopPath(program) !== false) return []
  const hint = 'An agent started from the dock or a menu may not find it. Install it in /usr/local/bin.'
  return [{ message: `${label} is not on the PATH of applications started from the desktop`, hint, severity: 'note' }]
}
