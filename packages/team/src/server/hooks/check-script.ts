/** The script itself, its name, and the systems it is for (CONTRACT §9). */
import { bundleLimits } from '../../wire/bundle.ts'
import { findScriptNameProblem } from '../../wire/script-name.ts'
import type { Draft, Finding } from './check.ts'

export const systems = ['Windows', 'Macintosh', 'Linux']

export const scriptFindings = (draft: Draft): readonly Finding[] => [
  ...nameFindings(draft.script_name),
  ...systemFindings(JSON.parse(draft.operating_systems) as string[]),
  ...textFindings(draft),
]

const finding = (severity: Finding['severity'], code: string, message: string, hint: string, line = 0): Finding => ({
  code,
  severity,
  message,
  hint,
  line,
  column: line === 0 ? 0 : 1,
})

function nameFindings(name: string): readonly Finding[] {
  const bad = (message: string) => [
    finding('error', 'script-name', message, 'Machines refuse a whole set for it. Name it like guard.sh.'),
  ]
  const why = findScriptNameProblem(name)
  return why === undefined ? [] : bad(`the name of the script ${why}`)
}

const systemFindings = (named: readonly string[]): readonly Finding[] =>
  named
    .filter((name) => !systems.includes(name))
    .map((name) =>
      finding(
        'error',
        'operating-system',
        `${JSON.stringify(name)} is no system`,
        `They are ${systems.join(', ')}; none: all.`,
      ),
    )

function textFindings({ script_content: text, operating_systems }: Draft): readonly Finding[] {
  const named = JSON.parse(operating_systems) as string[]
  if (text.trim() === '') return [finding('error', 'script-empty', 'the script is empty', 'Write what it does.')]
  if (Buffer.byteLength(text) > bundleLimits.scriptBytes)
    return [
      finding('error', 'script-size', 'the script has more than 1 MB', 'Let it call a program that is installed.'),
    ]
  const onlyWindows = named.length > 0 && named.every((name) => name === 'Windows')
  return onlyWindows ? [] : shebangFindings(text.split('\n', 1)[0] ?? '')
}

function shebangFindings(first: string): readonly Finding[] {
  if (!first.startsWith('#!'))
    return [
      finding(
        'warning',
        'script-shebang',
        'the script does not say what runs it',
        'Begin it with #!/bin/sh, or #!/usr/bin/env python3.',
        1,
      ),
    ]
  if (first.endsWith('\r'))
    return [
      finding(
        'error',
        'script-shebang',
        'the first line ends with a carriage return: no system finds that program',
        'Save it with line feeds alone.',
        1,
      ),
    ]
  if (!/^#!\s*\/\S/.test(first))
    return [finding('error', 'script-shebang', 'after #! stands no absolute path', 'Write #!/bin/sh.', 1)]
  return []
}
