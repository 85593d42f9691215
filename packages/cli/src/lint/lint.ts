/** Runs every rule. The problems of the config reader are kept; rules may improve their text or add a fix. */
import type { Entry, Problem, SourceName } from '@hookline/core/node'
import { problemCodes } from '@hookline/core/protocol'
import { readDocument } from '../json-document.ts'
import { rootOfFile } from '../paths.ts'
import type { EntryContext, FileContext } from './context/context.ts'
import type { Facts } from './context/facts.ts'
import { createFileContext } from './context/make-context.ts'
import { recoverEntries } from './context/recover-entries.ts'
import type { Finding, Rule, RuleFinding } from './rule.ts'
import { rules as allRules } from './rules/index.ts'
import { createCodeContexts } from './scripts/codes.ts'
import { createLibraryContexts } from './scripts/libraries.ts'
import { createScriptContexts } from './scripts/scripts.ts'

export interface LintInput {
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  readonly files: readonly { readonly file: string; readonly source: SourceName }[]
  readonly root?: string
  /** The directories with hooks of their own. */
  readonly roots?: readonly { readonly root: string }[]
}

/** Contract: never rejects. Findings are sorted by file, then by line. */
export async function lint(input: LintInput, facts: Facts, rules = allRules): Promise<readonly Finding[]> {
  const files = createFileContexts(input, facts)
  const entries = files.flatMap((file) => file.entries)
  const lost = files.flatMap(recoverEntries)
  const scripts = createScriptContexts([...entries, ...lost], facts)
  const libraries = createLibraryContexts(scripts, facts)
  const codes = createCodeContexts([...entries, ...lost], scripts)
  const found: Finding[] = input.problems.map((problem) => refineProblem(problem, files, rules))
  for (const rule of rules)
    if (rule.checks === 'file')
      for (const file of files) found.push(...(await rule.find(file)).map((one) => findingInFile(one, rule, file)))
    else if (rule.checks === 'entry')
      for (const entry of entries)
        found.push(...(await rule.find(entry)).map((one) => findingInFile(one, rule, entry.file)))
    else if (rule.checks === 'script') {
      const checked = rule.readsLibraries === true ? [...scripts, ...libraries] : scripts
      // All at once, because a rule may start a process for each script.
      const results = await Promise.all(checked.map((script) => rule.find(script)))
      for (const [at, script] of checked.entries())
        for (const one of results[at] ?? [])
          found.push(toFinding(one, rule, script.path, sourceOf(script.uses[0]?.context)))
    } else if (rule.checks === 'code')
      for (const code of codes)
        for (const one of await rule.find(code)) found.push(toFinding(one, rule, code.path, sourceOf(code.contexts[0])))
    else if (rule.checks === 'workspace')
      for (const one of await rule.find({ files, entries, facts }))
        found.push(findingInFile(one, rule, one.context.file))
  return sortUnique(
    found,
    files.map(({ document }) => document.file),
  )
}

export const createFileContexts = (input: LintInput, facts: Facts): readonly FileContext[] =>
  input.files.flatMap(({ file, source }) => readContext(file, source, input, facts))

function readContext(file: string, source: SourceName, input: LintInput, facts: Facts): readonly FileContext[] {
  const text = facts.read(file)
  if (text === undefined) return []
  const entries = input.entries.filter((entry) => entry.origin.file === file && entry.broken === undefined)
  const problems = input.problems.filter((problem) => problem.file === file)
  const nested = rootOfFile(file, input.roots?.map((one) => one.root) ?? [])
  const root = entries[0]?.origin.root ?? nested ?? input.root
  return [createFileContext(readDocument(file, text), { source, root, entries, problems, facts })]
}

function refineProblem(problem: Problem, files: readonly FileContext[], rules: readonly Rule[]): Finding {
  const file = files.find(({ document }) => document.file === problem.file)
  if (file === undefined) return problem
  for (const rule of rules) {
    const better = rule.checks === 'problem' && rule.code === problem.code ? rule.refine(problem, file) : undefined
    if (better !== undefined) return { ...problem, ...better }
  }
  return problem
}

const sourceOf = (context: EntryContext | undefined): SourceName => context?.file.source ?? 'project'
const findingInFile = (found: RuleFinding, rule: Rule, { document, source }: FileContext): Finding =>
  toFinding(found, rule, document.file, source)

function toFinding(
  { at, message, hint, severity, fix, secret }: RuleFinding,
  { code }: Rule,
  file: string,
  source: SourceName,
) {
  const made: Finding = { code, severity: severity ?? problemCodes[code].level, file, ...at, message, hint, source }
  return { ...made, ...(fix === undefined ? {} : { fix }), ...(secret === undefined ? {} : { secret }) }
}

/** Sorts hook files first, in their order, then scripts, and removes duplicates. */
function sortUnique(found: readonly Finding[], files: readonly string[]): readonly Finding[] {
  const order = [...new Set([...files, ...found.map(({ file }) => file)])]
  const seen = new Set<string>()
  return found
    .filter(({ code, file, line, column, message }) => {
      const key = JSON.stringify([code, file, line, column, message])
      return !seen.has(key) && seen.add(key)
    })
    .toSorted((a, b) => order.indexOf(a.file) - order.indexOf(b.file) || a.line - b.line || a.column - b.column)
}
