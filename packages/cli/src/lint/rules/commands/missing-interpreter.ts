/** The program that the command starts with, or that the script's first line names, and that is not there. */
import type { EntryContext } from '../../context/context.ts'
import type { Facts } from '../../context/facts.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { shebangOf } from '../../scripts/scripts.ts'

/** Of POSIX and bash, with the words of their grammar. */
const builtins: ReadonlySet<string> = new Set(
  ': . [ [[ (( ! { } alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
)

export const missingInterpreter: Rule = {
  code: 'missing-interpreter',
  checks: 'entry',
  find: (context) => [...firstWord(context), ...shebangs(context)],
}

function firstWord({ command, file: { facts } }: EntryContext): readonly RuleFinding[] {
  const word = command?.line.programs[0]
  if (command === undefined || word === undefined) return []
  const program = word.text
  if (builtins.has(program) || /[^\w.+-]/.test(program)) return []
  return absent(program, program, facts).map((said) => ({ ...said, at: command.at(word.start) }))
}

function shebangs({ scripts, at, file: { facts } }: EntryContext): readonly RuleFinding[] {
  return scripts.flatMap(({ path, word, direct }) => {
    const line = direct && path !== undefined ? facts.read(path)?.split('\n', 1)[0] : undefined
    const named = line === undefined || line.endsWith('\r') ? undefined : shebangOf(line)
    if (named === undefined || facts.system === 'win32') return []
    const who = `${named.program}, which ${word} names in its first line,`
    const missing = named.lookedUp
      ? absent(named.program, who, facts)
      : facts.isFile(named.program)
        ? []
        : [{ message: `${who} does not exist`, hint: `Write #!/usr/bin/env ${named.program.split('/').at(-1)}.` }]
    return missing.map((said) => ({ ...said, at: at('command') }))
  })
}

function absent(program: string, who: string, facts: Facts): readonly Omit<RuleFinding, 'at'>[] {
  if (!facts.onPath(program)) {
    const hint = 'Without it the hook ends with 127, and most events go on. Install it, or name it by its path.'
    return [{ message: `${who} is not on PATH`, hint }]
  }
  if (facts.onDesktopPath(program) !== false) return []
  const hint = 'An agent started from the dock or a menu may not find it. Install it in /usr/local/bin.'
  return [{ message: `${who} is not on the PATH of applications started from the desktop`, hint, severity: 'note' }]
}
