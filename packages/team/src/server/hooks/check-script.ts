/** Checks a script, its name and its operating systems (CONTRACT §9). */
import { bundleLimits } from '../../wire/bundle.ts'
import { type HookKind, hookKinds } from '../../wire/hook-kinds.ts'
import { findLabelProblem, findScriptNameProblem } from '../../wire/script-name.ts'
import type { Draft, Finding } from './check.ts'

export const systems = ['Windows', 'Macintosh', 'Linux']

export const findScriptProblems = (draft: Draft): readonly Finding[] => [
  ...checkName(draft),
  // A draft has its operating systems as a JSON list of strings.
  ...checkSystems(JSON.parse(draft.operating_systems) as string[]),
  ...checkText(draft),
]

const hasFile = ({ kind }: Draft): boolean =>
  // Only known kinds are saved.
  hookKinds[kind as HookKind].hasFile

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

function checkName(draft: Draft): readonly Finding[] {
  const { kind, script_name: name } = draft
  const problem = hasFile(draft) ? findScriptNameProblem(name) : findLabelProblem(name)
  if (problem !== undefined && !hasFile(draft))
    return [createFinding('error', 'hook-name', `the name ${JSON.stringify(name)} ${problem}`, 'Use a short name.')]
  if (kind === 'module' && problem === undefined && !/\.(mjs|js|ts|mts)$/.test(name)) {
    const hint = 'Use a name like guard.mjs.'
    return [createFinding('error', 'script-name', `${JSON.stringify(name)} is not the name of a module`, hint)]
  }
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

function checkText(draft: Draft): readonly Finding[] {
  const { kind, script_content: text, operating_systems } = draft
  if (!hasFile(draft))
    return text === ''
      ? []
      : [createFinding('error', 'script-unused', `a hook of the kind ${kind} has no script`, 'Remove the script.')]
  // A draft has its operating systems as a JSON list of strings.
  const systemNames = JSON.parse(operating_systems) as string[]
  if (text.trim() === '')
    return [createFinding('error', 'script-empty', 'the script is empty', 'Write the commands of the hook.')]
  if (Buffer.byteLength(text) > bundleLimits.scriptBytes)
    return [createFinding('error', 'script-size', 'the script has more than 1 MB', 'Let it call an installed program.')]
  if (kind === 'module') return []
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
