/** Windows line endings in a script that is started by its first line. */
import type { Rule } from '../rule.ts'

export const crlfScript: Rule = {
  code: 'crlf-script',
  looksAt: 'script',
  find: ({ text, uses, facts }) =>
    facts.system !== 'win32' && /^#![^\n]*\r\n/.test(text) && uses.some(({ script }) => script.direct)
      ? [
          {
            at: { line: 1, column: 1 },
            message: 'the first line ends with a carriage return, so the interpreter is not found',
            hint: 'Save the script with LF line endings.',
          },
        ]
      : [],
}
