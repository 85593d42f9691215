/** A script that is written for another interpreter than the one that runs it. */
import { posix } from 'node:path'
import { heredocsIn } from '../../commands/heredocs.ts'
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
    const lines = linesWithoutTexts(script)
    for (const { pattern, message, hint } of signsFor(script))
      for (const { text, line } of lines) {
        const found = pattern.exec(text)
        if (found !== null) return [{ at: { line, column: found.index + 1 }, message, hint }]
      }
    return []
  },
}

/**
 * Texts in quotation marks may hold other languages, so they are blanked; here-documents are left out.
 * In a shell script only single quotation marks keep a text from being read.
 */
function linesWithoutTexts(script: ScriptContext): readonly { readonly text: string; readonly line: number }[] {
  const shell = isShell(script)
  const skipped = new Set(shell ? heredocsIn(script.lines).flatMap(({ body }) => body.map(({ line }) => line)) : [])
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

/** By its first line or by the command; without either the shell that starts it decides. */
const runsInPlainShell = ({ lines, uses }: ScriptContext): boolean =>
  uses.some(({ script: { by, direct } }) =>
    by === undefined || direct
      ? /(^|\/)(sh|dash)$/.test(shebangOf(lines[0] ?? '')?.program ?? '')
      : /^(.*\/)?(sh|dash)$/.test(by),
  )

const bash = (pattern: RegExp, what: string): Sign => ({
  pattern,
  message: `${what} is bash, and sh runs this script: where sh is dash (Debian, Ubuntu) it fails here`,
  hint: 'Begin the script with #!/usr/bin/env bash, and start it with bash.',
})
const bashSigns: readonly Sign[] = [
  bash(/(?:^|[\s;&|!(])\[\[\s/, '`[[ … ]]`'),
  bash(/(?:^|[\s;])\w+\+?=\((?!\()/, 'an array'),
  bash(/\$\{\w+\[[^\]]*\]/, 'an array'),
  bash(/<<</, '`<<<`'),
  bash(/(?:^|\s)[<>]\((?!\()/, '`<( … )`'),
  bash(/\$\{!?\w+(?:\/\/?|,,?|\^\^?|:\s*\d|: -\d)/, 'this expansion'),
  bash(/(?:^|\s)&>>?\s*\S/, '`&>`'),
  bash(/^\s*function\s+\w+/, '`function`'),
  bash(/^\s*source\s/, '`source`'),
  bash(/\bset\s+(?:-\w+\s+)*-\w*o\s+pipefail/, '`pipefail`'),
  bash(/^\s*(?:declare|typeset|mapfile|readarray|shopt)\s/, 'this command'),
  bash(/\bread\s+(?:-\w+\s+)*-\w*[adtnN]\b/, 'this option of `read`'),
]

const old = (pattern: RegExp, what: string, hint: string): Sign => ({
  pattern,
  message: `${what} is Python 2: Python 3 ends with an error`,
  hint,
})
const pythonSigns: readonly Sign[] = [
  old(/^\s*print\s+["'\w]/, '`print` without brackets', 'Write print(…).'),
  old(/^\s*print\s*>>\s*\w/, '`print >>`', 'Write print(…, file=sys.stderr).'),
  old(/^\s*except\s+[\w.]+\s*,\s*\w+\s*:/, '`except X, e`', 'Write `except X as e:`.'),
  old(/\braw_input\(/, '`raw_input`', 'Write input().'),
  old(/^\s*import\s+(?:urllib2|ConfigParser|Queue|cPickle|StringIO)\b/, 'this module', 'Import its name in Python 3.'),
  old(/\.has_key\(/, '`has_key`', 'Write `key in dict`.'),
  old(/^\s*raise\s+\w+\s*,\s*["']/, '`raise X, "…"`', 'Write raise X("…").'),
]

const imports = /^\s*(?:import\s+(?:[\w*{]|["])|export\s+(?:default|const|function|\{))/
const requires = /(?:^|[\s=(,;!.])require\(|^\s*module\.exports\b|\b__dirname\b|\b__filename\b/

/** Only for Node: Bun, Deno and tsx read both kinds. */
function moduleSigns(script: ScriptContext): readonly Sign[] {
  const kind = kindOf(script)
  const { text } = script
  if (kind === 'module' && !/createRequire|\b(?:const|let|var)\s+(?:__dirname|__filename|require)\b/.test(text))
    return [
      {
        pattern: requires,
        message: 'this is CommonJS, and Node reads the file as an ES module: `require` is not defined there',
        hint: 'Write `import … from`, or name the file .cjs.',
      },
    ]
  return kind === 'commonjs'
    ? [
        {
          pattern: imports,
          message: '`import` stands in a CommonJS file: Node ends with a SyntaxError',
          hint: 'Name the file .mjs, or write require().',
        },
      ]
    : []
}

/** Undefined where newer versions of Node decide by the text. */
function kindOf({ path, facts, uses, text }: ScriptContext): 'module' | 'commonjs' | undefined {
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
