/** A script that is nowhere. The reader names plain relative paths; here those behind a variable, an option or `bash -c`. */

import type { Problem } from '@hookline/core/node'
import type { FileContext } from '../../context/context.ts'
import type { Finding, Rule, RuleFinding } from '../../rule.ts'

/** `./x.sh` and `hooks/x.sh` in a project's file: most who write so think of the directory of the file, not of the root. */
export const writtenForFile: Rule = {
  code: 'missing-script',
  checks: 'problem',
  refine: (problem, file) => suspected(problem, file),
}

function suspected(
  { message }: Problem,
  { document, root, entries, facts }: FileContext,
): Partial<Finding> | undefined {
  const [path = ''] = message.split(' does not exist in ')
  const directory = document.file.split(/[\\/]/).at(-2) ?? '.'
  const meant = meantBy(path, directory)
  if (meant === undefined || root === undefined || entries[0]?.entry.cwd !== root) return undefined
  const why = `The path looks written for ${directory}/, but project hooks run from the project's root.`
  const cure = facts.isFile(`${root}/${meant}`) ? `Did you mean "${meant}"?` : 'Create it, or correct the path.'
  return { code: 'wrong-directory', hint: `${why} ${cure}` }
}

function meantBy(path: string, directory: string): string | undefined {
  const inner = /^(?:\.\/)?hooks\/(.+)$/.exec(path)?.[1] ?? /^\.\/([^/]+\.[a-z]\w*)$/i.exec(path)?.[1]
  return inner === undefined ? /^\.\.\/([^.].*)$/.exec(path)?.[1] : `${directory}/hooks/${inner}`
}

export const missingScript: Rule = {
  code: 'missing-script',
  checks: 'entry',
  find({ command, scripts, file, at, entry }): readonly RuleFinding[] {
    const place = at('command')
    const named = file.reportedScripts.has(`${place.line}:${place.column}`)
    if (named || command === undefined || file.facts.isFile(resolvedWhole(command.text, entry.cwd))) return []
    return scripts
      .filter(({ path }) => path !== undefined && !file.facts.isFile(path))
      .map(({ word, path }) => ({
        at: place,
        message: `${word} does not exist${word === path ? '' : ` (${path})`}`,
        hint: 'Create it, or correct the path.',
      }))
  },
}

/** A command that is the path of one file, spaces and all. */
const resolvedWhole = (command: string, cwd: string): string =>
  /^([/\\]|[A-Za-z]:)/.test(command) ? command : `${cwd}/${command}`

/** A script behind a variable or an option that was found in another directory. Plain relative paths are the reader's. */
export const movedScript: Rule = {
  code: 'wrong-directory',
  checks: 'entry',
  find({ scripts, file, at, command }): readonly RuleFinding[] {
    const place = at('command')
    if (command === undefined || file.reportedScripts.has(`${place.line}:${place.column}`)) return []
    return scripts
      .filter(({ moved }) => moved)
      .map(({ word, path = '' }) => ({
        at: place,
        message: `${word} does not exist; a script of that name is at ${path}`,
        hint: `Write the path of ${path} as seen from the directory that the hook runs in.`,
      }))
  },
}
