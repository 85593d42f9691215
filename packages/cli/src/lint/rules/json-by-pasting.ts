/** JSON made by pasting variables into text: the first quotation mark in a value breaks it. */
import type { ScriptContext } from '../context.ts'
import { readDocument } from '../document.ts'
import { heredocsIn, jsonKey, variable } from '../heredocs.ts'
import type { Found, Rule } from '../rule.ts'
import { isShell } from '../scripts.ts'

const said = {
  message: 'JSON is pasted together here: a quotation mark or line break in the variable breaks it',
  hint: 'Build it with jq -n --arg, or in a language with a JSON library.',
}
/** `echo "…"` over any number of lines. */
const printed = /\b(?:echo|printf)\s+(?:-\w+\s+)*"((?:[^"\\]|\\[\s\S])*)"/g
/** `'{"a":"'$x'"}'`, `'…"'"$x"'"…'` */
const joined = /\b(?:echo|printf)\s[^\n]{0,1000}"'"?\$\{?[A-Za-z_]\w*\}?"?'/g
/** `printf '{"a":"%s"}' "$x"` */
const formatted = /\bprintf\s+(?:--\s+)?'[^'\n]{0,1000}"[\w-]{1,64}"\s*:\s*"[^'"\n]{0,1000}%s[^'\n]{0,1000}'/g

/** The script escapes something somewhere: then it is not sure that a value is pasted raw. */
const escapes = /\bsed\b[^\n]*\\?["\\]\]?\/\\|escape|\bjq\s+(?:-\w+\s+)*-\w*R|@json|json\.dumps/i

export const jsonByPasting: Rule = {
  code: 'json-by-pasting',
  looksAt: 'script',
  find: (script) => (isShell(script) && !escapes.test(script.text) ? [...inCalls(script), ...inHeredocs(script)] : []),
}

function inCalls({ path, text }: ScriptContext): readonly Found[] {
  const code = text.replace(/^[ \t]*#.*$/gm, (comment) => ' '.repeat(comment.length))
  const document = readDocument(path, code)
  const pasted = [...code.matchAll(printed)].filter(([, body = '']) => jsonKey.test(body) && variable.test(body))
  const places = [...pasted, ...code.matchAll(joined), ...code.matchAll(formatted)].map(({ index }) => index)
  return [...new Set(places)].map((offset) => ({ at: document.at(offset), ...said }))
}

/** What a program makes inside `$(jq …)` is safe; only a variable between quotes is pasted. */
const inHeredocs = ({ lines }: ScriptContext): readonly Found[] =>
  heredocsIn(lines)
    .filter(({ quoted }) => !quoted)
    .flatMap(({ body }) => {
      const first = body.find(({ text }) => jsonKey.test(text) && /:\s*"[^"]*(?<!\\)\$\{?[A-Za-z_]/.test(text))
      return first === undefined ? [] : [{ at: { line: first.line, column: first.text.search(variable) + 1 }, ...said }]
    })
