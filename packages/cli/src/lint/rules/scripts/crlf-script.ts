/** Reports Windows line endings in a script that is started directly or that a shell reads. */
import type { ScriptContext } from '../../context/context.ts'
import { editFix, type Rule } from '../../rule.ts'
import { editIn, isShell } from '../../scripts/scripts.ts'

export const crlfScript: Rule = {
  code: 'crlf-script',
  checks: 'script',
  readsLibraries: true,
  find(script) {
    const message = script.facts.system === 'win32' ? undefined : faultOf(script)
    return message === undefined
      ? []
      : [
          {
            at: { line: 1, column: 1 },
            message,
            hint: 'Save the script with LF line endings.',
            fix: removeReturns(script),
          },
        ]
  },
}

const removeReturns = (script: ScriptContext) =>
  editFix(...[...script.text.matchAll(/\r(?=\n)/g)].map(({ index }) => editIn(script, index, 1, '')))

/** Whether the system looks for an interpreter with a carriage return at the end of its name. */
export const endsWithReturn = (text: string): boolean => /^#![^\n]*\r\n/.test(text)

function faultOf(script: ScriptContext): string | undefined {
  const { text, lines, uses } = script
  if (endsWithReturn(text) && uses.some(({ script: { direct } }) => direct))
    return 'the first line ends with a carriage return, so the system does not find the interpreter'
  const count = text.split('\r\n').length - 1
  return isShell(script) && count > lines.length / 2
    ? 'the lines end with a carriage return, which the shell reads as part of the last word of each line'
    : undefined
}
