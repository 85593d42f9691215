/** Finds the hooks whose command cannot start: a script is missing, not executable or has Windows line endings, or its interpreter is missing. */

import type { EntryContext } from './context/context.ts'
import type { Facts } from './context/facts.ts'
import { createFileContexts, type LintInput } from './lint.ts'
import type { Rule, RuleFinding } from './rule.ts'
import { missingInterpreter } from './rules/commands/missing-interpreter.ts'
import { missingScript, movedScript } from './rules/commands/missing-script.ts'
import { notExecutable } from './rules/commands/not-executable.ts'
import { endsWithReturn } from './rules/scripts/crlf-script.ts'

const startRules: readonly Rule[] = [movedScript, missingScript, missingInterpreter, notExecutable]

/** The codes that the config reader reports for the same faults. */
const readerCodes: ReadonlySet<string> = new Set(startRules.map(({ code }) => code))

/** Why each of these hooks cannot start, by the entry's id. Contract: never rejects, runs no hook. */
export async function findStartFaults(input: LintInput, facts: Facts): Promise<ReadonlyMap<string, string>> {
  const contexts = createFileContexts(input, facts).flatMap(({ entries }) => entries)
  const found = await Promise.all(
    contexts.map(async (context) => {
      const [fault] = [...reportedFaults(context), ...returnFaults(context), ...(await ruleFaults(context))]
      return fault === undefined ? [] : [[context.entry.id, fault] as const]
    }),
  )
  return new Map(found.flat())
}

function reportedFaults({ file, at }: EntryContext): readonly string[] {
  const position = at('command')
  return file.problems
    .filter(({ code, severity }) => readerCodes.has(code) && severity === 'error')
    .filter(({ line, column }) => line === position.line && column === position.column)
    .map(({ message }) => message)
}

/** The rule of `check` reports the script, and not the hooks that it belongs to. */
const returnFaults = ({ scripts, file: { facts } }: EntryContext): readonly string[] =>
  scripts
    .filter(({ path, direct }) => direct && path !== undefined && endsWithReturn(facts.read(path) ?? ''))
    .filter(() => facts.system !== 'win32')
    .map(
      ({ word }) =>
        `the first line of ${word} ends with a carriage return, so the system does not find the interpreter`,
    )

/** Each entry alone, because a rule reports a script only once. */
async function ruleFaults(context: EntryContext): Promise<readonly string[]> {
  const { file } = context
  const found = await Promise.all(
    startRules.map(async (rule): Promise<readonly RuleFinding[]> => {
      if (rule.checks === 'entry') return rule.find(context)
      return rule.checks === 'workspace' ? rule.find({ files: [file], entries: [context], facts: file.facts }) : []
    }),
  )
  return found.flat().flatMap(({ severity = 'error', message }) => (severity === 'error' ? [message] : []))
}
