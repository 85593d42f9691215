/** Reports a variable in a here-document with a quoted delimiter: the shell does not expand it. */
import { findHeredocs, jsonKey, variable } from '../../commands/heredocs.ts'
import type { Rule } from '../../rule.ts'
import { isShell } from '../../scripts/scripts.ts'

export const quotedHeredoc: Rule = {
  code: 'quoted-heredoc',
  checks: 'script',
  find: (script) =>
    isShell(script)
      ? findHeredocs(script.lines)
          .filter(({ quoted, body }) => quoted && /^\s*[[{]/.test(body[0]?.text ?? ''))
          .flatMap(({ body }) => body.filter(({ text }) => jsonKey.test(text) && variable.test(text)))
          .map(({ text, line }) => ({
            at: { line, column: text.search(variable) + 1 },
            message: `${/\$\{?\w+\}?/.exec(text.slice(text.search(variable)))?.[0]} is not expanded, because the delimiter of the here-document is quoted`,
            hint: 'Build the JSON with jq -n --arg.',
          }))
      : [],
}
