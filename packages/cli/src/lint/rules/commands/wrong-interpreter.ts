/** Reports a script that is written for another interpreter than the one that runs it. */
import { posix } from 'node:path'
import { findHeredocs } from '../../commands/heredocs.ts'
import type { ScriptContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { isShell, shebangOf } from '../../scripts/scripts.ts'

interface Sign {
  readonly pattern: RegExp
  readonly message: string
  readonly hint: string
}

export const wrongInterpreter: Rule = {
  code: 'wrong-interpreter',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    const lines = linesWithoutStrings(script)
    for (const { pattern, message, hint } of signsFor(script))
      for (const { text, line } of lines) {
        const found = pattern.exec(text)
        if (found !== null) return [{ at: { line, column: found.index + 1 }, message, hint }]
      }
    return []
  },
}

/**
 * Blanks quoted text, which may contain other languages, and leaves out here-documents.
 * In a shell script only single-quoted text is literal.
 */
function linesWithoutStrings(script: ScriptContext): readonly { readonly text: string; readonly line: number }[] {
  const shell = isShell(script)
  const skipped = new Set(shell ? findHeredocs(script.lines).flatMap(({ body }) => body.map(({ line }) => line)) : [])
  const comment = shell || script.language === 'python' ? /(^|\s)#.*$/ : /(^|\s)\/\/.*$/
  const kept = script.lines.map((text, at) => (skipped.has(at + 1) ? '' : text.replace(comment, '$1'))).join('\n')
  const quoted = shell ? /'[^']*'/g : /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g
  return kept
    .replace(quoted, (text) => `"${text.slice(1, -1).replace(/[^\n]/g, ' ')}"`)
    .split('\n')
    .map((text, at) => ({ text, line: at + 1 }))
}

function signsFor(script: ScriptContext): readonly Sign[] {
  if (script.language === 'sh' || script.language === 'dash') return runsInPlainShell(script) ? bashSigns : []
  if (script.language === 'python') return script.uses.some(({ script: { by } }) => by === 'python2') ? [] : pythonSigns
  return script.language === 'node' ? moduleSigns(script) : []
}

/** True if the first line or the command says sh or dash. Without either, the shell that starts the script decides. */
const runsInPlainShell = ({ lines, uses }: ScriptContext): boolean =>
  uses.some(({ script: { by, direct } }) =>
    by === undefined || direct
      ? /(^|\/)(sh|dash)$/.test(shebangOf(lines[0] ?? '')?.program ?? '')
      : /^(.*\/)?(sh|dash)$/.test(by),
  )

const bashSign = (pattern: RegExp, what: string): Sign => ({
  pattern,
  message: `${what} is bash syntax, but sh runs this script: where sh is dash (Debian, Ubuntu) it fails here`,
  hint: 'Begin the script with #!/usr/bin/env bash, and start it with bash.',
})
const bashSigns: readonly Sign[] = [
  bashSign(/(?:^|[\s;&|!(])\[\[\s/, '`[[ … ]]`'),
  bashSign(/(?:^|[\s;])\w+\+?=\((?!\()/, 'an array'),
  bashSign(/\$\{\w+\[[^\]]*\]/, 'an array'),
  bashSign(/<<</, '`<<<`'),
  bashSign(/(?:^|\s)[<>]\((?!\()/, '`<( … )`'),
  bashSign(/\$\{!?\w+(?:\/\/?|,,?|\^\^?|:\s*\d|: -\d)/, 'this expansion'),
  bashSign(/(?:^|\s)&>>?\s*\S/, '`&>`'),
  bashSign(/^\s*function\s+\w+/, '`function`'),
  bashSign(/^\s*source\s/, '`source`'),
  bashSign(/\bset\s+(?:-\w+\s+)*-\w*o\s+pipefail/, '`pipefail`'),
  bashSign(/^\s*(?:declare|typeset|mapfile|readarray|shopt)\s/, 'this command'),
  bashSign(/\bread\s+(?:-\w+\s+)*-\w*[adtnN]\b/, 'this option of `read`'),
]

const python2Sign = (pattern: RegExp, what: string, hint: string): Sign => ({
  pattern,
  message: `${what} is Python 2 and fails in Python 3`,
  hint,
})
const pythonSigns: readonly Sign[] = [
  python2Sign(/^\s*print\s+["'\w]/, '`print` without parentheses', 'Write print(…).'),
  python2Sign(/^\s*print\s*>>\s*\w/, '`print >>`', 'Write print(…, file=sys.stderr).'),
  python2Sign(/^\s*except\s+[\w.]+\s*,\s*\w+\s*:/, '`except X, e`', 'Write `except X as e:`.'),
  python2Sign(/\braw_input\(/, '`raw_input`', 'Write input().'),
  python2Sign(
    /^\s*import\s+(?:urllib2|ConfigParser|Queue|cPickle|StringIO)\b/,
    'this module',
    'Import its name in Python 3.',
  ),
  python2Sign(/\.has_key\(/, '`has_key`', 'Write `key in dict`.'),
  python2Sign(/^\s*raise\s+\w+\s*,\s*["']/, '`raise X, "…"`', 'Write raise X("…").'),
]

const imports = /^\s*(?:import\s+(?:[\w*{]|["])|export\s+(?:default|const|function|\{))/
const requires = /(?:^|[\s=(,;!.])require\(|^\s*module\.exports\b|\b__dirname\b|\b__filename\b/

/** Only for Node; Bun, Deno and tsx read both kinds of module. */
function moduleSigns(script: ScriptContext): readonly Sign[] {
  const kind = moduleKindOf(script)
  const { text } = script
  if (kind === 'module' && !/createRequire|\b(?:const|let|var)\s+(?:__dirname|__filename|require)\b/.test(text))
    return [
      {
        pattern: requires,
        message: 'this is CommonJS, but Node reads the file as an ES module, where `require` is not defined',
        hint: 'Write `import … from`, or rename the file to .cjs.',
      },
    ]
  return kind === 'commonjs'
    ? [
        {
          pattern: imports,
          message: '`import` in a CommonJS file: Node fails with a SyntaxError',
          hint: 'Rename the file to .mjs, or write require().',
        },
      ]
    : []
}

/** Undefined if newer versions of Node decide by the text of the file. */
function moduleKindOf({ path, facts, uses, text }: ScriptContext): 'module' | 'commonjs' | undefined {
  if (path.endsWith('.mjs')) return 'module'
  if (path.endsWith('.cjs')) return 'commonjs'
  if (!path.endsWith('.js')) return undefined
  const roots = uses.flatMap(({ context }) => context.file.root ?? [])
  for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
    const found = facts.read(posix.join(at, 'package.json'))
    const type = found === undefined ? undefined : /"type"\s*:\s*"(module|commonjs)"/.exec(found)?.[1]
    if (found !== undefined)
      return type === 'module'
        ? /^\s*import\s/m.test(text)
          ? undefined
          : 'module'
        : type === 'commonjs'
          ? 'commonjs'
          : undefined
    if (roots.includes(at) || at === posix.dirname(at)) return undefined
  }
}
