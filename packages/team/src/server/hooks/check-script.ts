/** Checks a script, its name and its operating systems (CONTRACT §9). */
import { bundleLimits } from '../../wire/bundle.ts'
import { findScriptNameProblem } from '../../wire/script-name.ts'
import type { Draft, Finding } from './check.ts'

export const systems = ['Windows', 'Macintosh', 'Linux']

export const findScriptProblems = (draft: Draft): readonly Finding[] => [
  ...checkName(draft.script_name),
  // A draft has its operating systems as a JSON list of strings.
  ...checkSystems(JSON.parse(draft.operating_systems) as string[]),
  ...checkText(draft),
]

const createFinding = (
  severity: Finding['severity'],
  code: string,
  message: string,
  hint: string,
  line = 0,
): Finding => ({
  code,
  severity,
  message,
  hint,
  line,
  column: line === 0 ? 0 : 1,
})

function checkName(name: string): readonly Finding[] {
  const problem = findScriptNameProblem(name)
  if (problem === undefined) return []
  const hint = 'Machines refuse the whole set because of it. Use a name like guard.sh.'
  return [createFinding('error', 'script-name', `the script name ${JSON.stringify(name)} ${problem}`, hint)]
}

const checkSystems = (systemNames: readonly string[]): readonly Finding[] =>
  systemNames
    .filter((name) => !systems.includes(name))
    .map((name) =>
      createFinding(
        'error',
        'operating-system',
        `${JSON.stringify(name)} is not an operating system`,
        `Use ${systems.join(', ')}, or none for all systems.`,
      ),
    )

function checkText({ script_content: text, operating_systems }: Draft): readonly Finding[] {
  // A draft has its operating systems as a JSON list of strings.
  const systemNames = JSON.parse(operating_systems) as string[]
  if (text.trim() === '')
    return [createFinding('error', 'script-empty', 'the script is empty', 'Write the commands of the hook.')]
  if (Buffer.byteLength(text) > bundleLimits.scriptBytes)
    return [createFinding('error', 'script-size', 'the script has more than 1 MB', 'Let it call an installed program.')]
  const onlyWindows = systemNames.length > 0 && systemNames.every((name) => name === 'Windows')
  return onlyWindows ? [] : checkShebang(text.split('\n', 1)[0] ?? '')
}

function checkShebang(first: string): readonly Finding[] {
  if (!first.startsWith('#!'))
    return [
      createFinding(
        'warning',
        'script-shebang',
        'the first line of the script does not name an interpreter',
        'Start it with #!/bin/sh or #!/usr/bin/env python3.',
        1,
      ),
    ]
  if (first.endsWith('\r'))
    return [
      createFinding(
        'error',
        'script-shebang',
        'the first line ends with a carriage return, so no system finds the interpreter',
        'Save it with line feeds only.',
        1,
      ),
    ]
  if (!/^#!\s*\/\S/.test(first))
    return [createFinding('error', 'script-shebang', '#! is not followed by an absolute path', 'Write #!/bin/sh.', 1)]
  return []
}
