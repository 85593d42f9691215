/** Analyses a hook in PowerShell: rewrites it in JavaScript notation, as far as hooks need it, and analyses the result. */
import { javascript, type Language } from './programs/languages.ts'
import { readProgram } from './programs/program.ts'
import type { Reading } from './reading.ts'
import {
  type Change,
  closingIn,
  maskSpans,
  openingIn,
  restoreOffsets,
  rewrite,
  type Span,
  textBefore,
} from './rewrite.ts'

const powershell: Language = {
  ...javascript,
  stdin: /^(STDIN)(\.|$)/,
  argument: { name: '$args', first: '0', counted: /\$args\.(?:Count|Length)|\bparam\s*\(/i },
  delegates: /^\s*\.\s+\S|Import-Module\s+\.|&\s+\$PSScriptRoot/m,
}

export function readPowerShell(text: string): Reading {
  const made = rewrite(text, changesIn(text))
  return restoreOffsets(readProgram(made.text, powershell), made, text.length)
}

function spansIn(text: string): readonly Span[] {
  const spans: Span[] = []
  const opening = /<#|#|@"\r?\n|@'\r?\n|"|'/g
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const from = found.index
    const span = spanAt(text, from, found[0])
    spans.push(span)
    opening.lastIndex = Math.max(span.to, from + 1)
  }
  return spans
}

function spanAt(text: string, from: number, mark: string): Span {
  const until = (end: string) => {
    const at = text.indexOf(end, from + mark.length)
    return at < 0 ? text.length : at + end.length
  }
  if (mark === '<#') return { kind: 'comment', quote: '', from, to: until('#>') }
  if (mark === '#') return { kind: 'comment', quote: '', from, to: Math.max(from + 1, until('\n') - 1) }
  if (mark.startsWith('@')) return { kind: 'text', quote: mark.slice(0, 2), from, to: until(`\n${mark[1]}@`) }
  let at = from + 1
  while (at < text.length && (text[at] !== mark || text[at + 1] === mark))
    at +=
      text[at] === mark || (text[at] === '`' && mark === '"')
        ? 2
        : mark === '"' && text.startsWith('$(', at)
          ? closingIn(text, at + 1) - at + 1
          : 1
  return { kind: 'text', quote: mark, from, to: Math.min(text.length, at + 1) }
}

function changesIn(text: string): readonly Change[] {
  const spans = spansIn(text)
  const code = maskSpans(text, spans)
  return [
    ...spans.flatMap((span) => textChanges(text, span)),
    ...hashChanges(code),
    ...jsonChanges(code),
    ...callChanges(code),
    ...wordChanges(code),
  ]
}

/** Rewrites a double-quoted string as a template, so that its variables are recognised. */
function textChanges(text: string, { kind, quote, from, to }: Span): readonly Change[] {
  if (kind === 'comment') return [{ from, to, text: '' }]
  const size = quote.length
  const mark = quote.endsWith('"') ? '`' : "'"
  const ends: readonly Change[] = [
    { from, to: from + size, text: size > 1 ? '`' : mark },
    { from: to - size, to, text: size > 1 ? '`' : mark },
  ]
  const parts: Change[] = []
  for (let at = from + size; at < to - size; at++) {
    if (text[at] === '`') {
      parts.push({ from: at, to: at + 1, text: text[at + 1] === '"' ? '' : '\\' })
      at++
    } else if (text[at] === quote && text[at + 1] === quote) {
      parts.push({ from: at, to: at + 2, text: quote === "'" ? "\\'" : '"' })
      at++
    } else if (mark === '`' && text.startsWith('$(', at)) {
      const close = closingIn(text, at + 1)
      parts.push({ from: at, to: at + 2, text: '${' }, { from: close, to: close + 1, text: '}' })
      at = close
    } else if (mark === '`' && /^\$\{?[A-Za-z_]/.test(text.slice(at, at + 3))) {
      // The condition above has matched the same beginning, so this matches too.
      const name = /^\$\{?([\w:]+)\}?/.exec(text.slice(at)) as RegExpExecArray
      parts.push({
        from: at,
        to: at + name[0].length,
        text: `\${$${(name[1] ?? '').replace(/:$/, '')}}${name[1]?.endsWith(':') ? ':' : ''}`,
      })
      at += name[0].length - 1
    }
  }
  return [...ends, ...parts]
}

/** Rewrites `@{ a = 1; b = 2 }` as `{ a : 1, b : 2 }`. */
function hashChanges(code: string): readonly Change[] {
  const changes: Change[] = []
  const open: ('hash' | 'other')[] = []
  for (let at = 0; at < code.length; at++) {
    const char = code.charAt(at)
    const isHash = open.at(-1) === 'hash'
    if (code.startsWith('@{', at)) {
      const cast = /\[[\w.]+\]\s*$/.exec(code.slice(Math.max(0, at - 30), at))?.[0].length ?? 0
      changes.push({ from: at - cast, to: at + 1, text: '' })
      open.push('hash')
      at++
    } else if (/[([{]/.test(char)) open.push('other')
    else if (/[)\]}]/.test(char)) open.pop()
    else if (isHash && char === '=') changes.push({ from: at, to: at + 1, text: ':' })
    else if (isHash && (char === ';' || char === '\n')) {
      const isNeeded = /[^\s{,;]\s*$/.test(textBefore(code, at)) && !/^\s*\}/.test(code.slice(at + 1, at + 400))
      changes.push({
        from: at,
        to: at + 1,
        text: isNeeded ? (char === '\n' ? ',\n' : ',') : char === '\n' ? '\n' : ' ',
      })
    }
  }
  return changes
}

/** Rewrites `$reply | ConvertTo-Json` as `JSON.stringify($reply)`, inside `console.log` if nothing uses the value. */
function jsonChanges(code: string): readonly Change[] {
  const made = [...code.matchAll(/\s*\|\s*ConvertTo-Json\b[^\n;|})]*/gi)].flatMap((found): readonly Change[] => {
    const start = startOfValue(code, found.index)
    const before = /[^\n;{]*$/.exec(textBefore(code, start))?.[0] ?? ''
    const isPrinted = /^\s*(?:return\s+)?$/.test(before)
    return [
      { from: start, to: start, text: isPrinted ? 'console.log(JSON.stringify(' : 'JSON.stringify(' },
      { from: found.index, to: found.index + found[0].length, text: isPrinted ? '))' : ')' },
    ]
  })
  const parsed = [...code.matchAll(/\s*\|\s*ConvertFrom-Json\b[^\n;|})]*/gi)].flatMap((found): readonly Change[] => {
    const line = found.index - (/[^\n;]*$/.exec(textBefore(code, found.index))?.[0].length ?? 0)
    const taken = /^[^=|]*=\s*|^\s*/.exec(code.slice(line, found.index))
    const start = line + (taken === null ? 0 : taken.index + taken[0].length)
    return [
      { from: start, to: start, text: 'JSON.parse(' },
      { from: found.index, to: found.index + found[0].length, text: ')' },
    ]
  })
  const given = [...code.matchAll(/\bConvert(To|From)-Json[ \t]+(?:-InputObject[ \t]+)?(?=[$(@])/gi)].flatMap(
    (found): readonly Change[] => {
      const start = found.index + found[0].length
      const isBracket = /[(@]/.test(code[start] ?? '')
      const end = isBracket
        ? closingIn(code, code.slice(start).search(/[({]/) + start) + 1
        : start + (/^\$[\w.:]+/.exec(code.slice(start))?.[0].length ?? 0)
      const before = /[^\n;{]*$/.exec(textBefore(code, found.index))?.[0] ?? ''
      const isPrinted = found[1]?.toLowerCase() === 'to' && /^\s*$/.test(before)
      const options = /^[ \t]*(?:-\w+(?:\s+\d+)?[ \t]*)*/.exec(code.slice(end))?.[0].length ?? 0
      const name = found[1]?.toLowerCase() === 'to' ? 'JSON.stringify(' : 'JSON.parse('
      return [
        { from: found.index, to: start, text: isPrinted ? `console.log(${name}` : name },
        { from: end, to: end + options, text: isPrinted ? '))' : ')' },
      ]
    },
  )
  return [...made, ...parsed, ...given]
}

/** The start of the value before a pipe: `@{ … }`, `( … )`, `$name`. */
function startOfValue(code: string, end: number): number {
  const near = textBefore(code, end)
  const from = end - near.length
  const last = from + near.search(/\S\s*$/)
  if (!/[)\]}]/.test(code[last] ?? '')) return from + Math.max(0, near.search(/[^\s;{}(|=,]+\s*$/))
  const open = openingIn(code, last)
  const cast = /(?:\[[\w.]+\]\s*)?@?$/.exec(code.slice(Math.max(0, open - 30), open))?.[0].length ?? 0
  return open - cast
}

const calls =
  /(?<![\w-])(Write-Output|Write-Host|Write-Warning|Write-Error|echo|Invoke-Expression|iex|exit|throw)(?=[\s("'$])[ \t]*/gi
const calledAs = (name: string): string => {
  if (/error/i.test(name)) return 'console.error('
  if (/^exit$/i.test(name)) return 'process.exit('
  return /^(invoke|iex)/i.test(name) ? 'execSync(' : /^throw$/i.test(name) ? 'throwError(' : 'console.log('
}

function callChanges(code: string): readonly Change[] {
  const named = [...code.matchAll(calls)].flatMap((found): readonly Change[] => {
    const from = found.index + found[0].length
    const end = endOfStatement(code, from)
    const options = /^(?:-(?:NoNewline|InputObject|Object|Message)\s+)*/i.exec(code.slice(from, end))?.[0].length ?? 0
    const after = /\s+-(?:ForegroundColor|BackgroundColor|NoNewline|ErrorAction)\b[^\n]*$/i.exec(code.slice(from, end))
    const stop = after === null ? end : from + after.index
    return [
      { from: found.index, to: from + options, text: calledAs(found[1] ?? '') },
      { from: stop, to: end, text: ')' },
    ]
  })
  // PowerShell prints a value that is alone on its line.
  const bare = [...code.matchAll(/^([ \t]*)(\$\w+|"[^"\n]*"|'[^'\n]*'|(?=@\{))([ \t]*)$|^([ \t]*)(?=@\{)/gm)].flatMap(
    (found): readonly Change[] => {
      const from = found.index + (found[1] ?? found[4] ?? '').length
      const isHash = code.startsWith('@{', from)
      const end = isHash ? closingIn(code, from + 1) + 1 : from + (found[2] ?? '').length
      if (isHash && /^\s*\|/.test(code.slice(end))) return []
      const inHash = isInHash(code, from)
      return inHash || end <= from
        ? []
        : [
            { from, to: from, text: 'console.log(' },
            { from: end, to: end, text: ')' },
          ]
    },
  )
  return [...named, ...bare]
}

function isInHash(code: string, at: number): boolean {
  let depth = 0
  for (let index = at - 1; index >= 0; index--) {
    if (/[)\]}]/.test(code.charAt(index))) depth++
    else if (/[([{]/.test(code.charAt(index)) && --depth < 0) return code[index - 1] === '@' || code[index] === '('
  }
  return false
}

function endOfStatement(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const char = code.charAt(at)
    if (/[([{]/.test(char)) depth++
    else if (/[)\]}]/.test(char) && --depth < 0) return at
    else if (depth === 0 && (char === ';' || char === '\n')) return at
  }
  return code.length
}

/** Words and operators with their JavaScript spelling. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\[(?:System\.)?Console\]::In\.ReadToEnd/gi, 'STDIN.read'],
  [/\$input\s*\|\s*Out-String/gi, 'STDIN'],
  [/@?\(?\$input\)?(?=\s*(?:\||-join|$))/gim, 'STDIN'],
  [/Get-Content\s+(?:-Raw\s+)?(?:-Path\s+)?\/dev\/stdin/gi, 'STDIN'],
  [/\[(?:System\.)?Console\]::Error\.Write(?:Line)?(?=\()/gi, 'console.error'],
  [/\[(?:System\.)?Console\]::(?:Out\.)?Write(?:Line)?(?=\()/gi, 'console.log'],
  [/\[(?:System\.)?Environment\]::Exit(?=\()/gi, 'process.exit'],
  [/\bRead-Host\s+(?:-Prompt\s+)?(?=["'])/gi, 'prompt+'],
  [/\$env:/gi, 'process.env.'],
  [/\s-i?eq\b/gi, ' =='],
  [/\s-i?ne\b/gi, ' !='],
  [/\s-in\b/gi, ' in'],
  [/\$(true|false|null)\b/gi, '$1'],
  [/\|\s*Out-(?:Null|Host)\b/gi, ''],
]

const wordChanges = (code: string): readonly Change[] =>
  words.flatMap(([pattern, text]) =>
    [...code.matchAll(pattern)].map((found) => ({
      from: found.index,
      to: found.index + found[0].length,
      text: text === '$1' ? (found[1] ?? '').toLowerCase() : text,
    })),
  )
