/**
 * Reports scripts that do not exist. The config reader reports plain relative paths; these rules report paths behind a
 * variable, an option or `bash -c`.
 */

import type { Problem } from '@hookline/core/node'
import type { FileContext } from '../../context/context.ts'
import type { Finding, Rule, RuleFinding } from '../../rule.ts'

/** Explains `./x.sh` and `hooks/x.sh` in a project's file, which are often meant relative to the file and not to the root. */
export const writtenForFile: Rule = {
  code: 'missing-script',
  checks: 'problem',
  refine: (problem, file) => explainDirectory(problem, file),
}

function explainDirectory(
  { script }: Problem,
  { document, root, entries, facts }: FileContext,
): Partial<Finding> | undefined {
  const directory = document.file.split(/[\\/]/).at(-2) ?? '.'
  const meant = intendedPath(script?.written ?? '', directory)
  if (meant === undefined || root === undefined || entries[0]?.entry.cwd !== root) return undefined
  const why = `The path looks relative to ${directory}/, but project hooks run in the project's root.`
  const fix = facts.isFile(`${root}/${meant}`) ? `Did you mean "${meant}"?` : 'Create it, or correct the path.'
  return { code: 'wrong-directory', hint: `${why} ${fix}` }
}

function intendedPath(path: string, directory: string): string | undefined {
  const inner = /^(?:\.\/)?hooks\/(.+)$/.exec(path)?.[1] ?? /^\.\/([^/]+\.[a-z]\w*)$/i.exec(path)?.[1]
  return inner === undefined ? /^\.\.\/([^.].*)$/.exec(path)?.[1] : `${directory}/hooks/${inner}`
}

export const missingScript: Rule = {
  code: 'missing-script',
  checks: 'entry',
  find({ command, scripts, file, at, entry }): readonly RuleFinding[] {
    const position = at('command')
    const isReported = file.reportedScripts.has(`${position.line}:${position.column}`)
    if (isReported || command === undefined || file.facts.isFile(resolveCommand(command.text, entry.cwd))) return []
    return scripts
      .filter(({ path }) => path !== undefined && !file.facts.isFile(path))
      .map(({ word, path }) => ({
        at: position,
        message: `${word} does not exist${word === path ? '' : ` (${path})`}`,
        hint: 'Create it, or correct the path.',
      }))
  },
}

/** The command may be the path of one file, including spaces. */
const resolveCommand = (command: string, cwd: string): string =>
  /^([/\\]|[A-Za-z]:)/.test(command) ? command : `${cwd}/${command}`

/** Reports a script behind a variable or an option that exists in another directory. The reader reports plain relative paths. */
export const movedScript: Rule = {
  code: 'wrong-directory',
  checks: 'entry',
  find({ scripts, file, at, command }): readonly RuleFinding[] {
    const position = at('command')
    if (command === undefined || file.reportedScripts.has(`${position.line}:${position.column}`)) return []
    return scripts
      .filter(({ moved }) => moved)
      .map(({ word, path = '' }) => ({
        at: position,
        message: `${word} does not exist, but there is a script of that name at ${path}`,
        hint: `Write the path of ${path} relative to the directory that the hook runs in.`,
      }))
  },
}
