/** Analyses a hook in Ruby: rewrites it in JavaScript notation, as far as hooks need it, and analyses the result. */
import { javascript, type Language } from './programs/languages.ts'
import { readProgram } from './programs/program.ts'
import type { Reading } from './reading.ts'
import { type Change, maskSpans, openingIn, restoreOffsets, rewrite, type Span, textBefore } from './rewrite.ts'

const ruby: Language = {
  ...javascript,
  stdin: /^(STDIN|\$stdin|ARGF|gets)(\.|$)/,
  opens: /(^|\.)(read_file|readlines)$/,
  stringify: new Set(['JSON.stringify', 'JSON.generate', 'JSON.pretty_generate', 'JSON.dump']),
  parse: new Set(['JSON.parse', 'JSON.load']),
  argument: { name: 'ARGV', first: '0', counted: /ARGV\.(?:length|size|empty|each)|OptionParser/ },
  delegates: /^\s*(?:require_relative|load)\s/m,
}

export function readRuby(text: string): Reading {
  const made = rewrite(text, changesIn(text))
  return restoreOffsets(readProgram(made.text, ruby), made, text.length)
}

function spansIn(text: string): readonly Span[] {
  const spans: Span[] = []
  const opening = /#|"|'|`|%x[({[]/g
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const from = found.index
    const [quote] = found
    if (quote === '#') {
      const end = text.indexOf('\n', from)
      spans.push({ kind: 'comment', quote: '', from, to: end < 0 ? text.length : end })
    } else {
      const close = { '(': ')', '{': '}', '[': ']' }[quote.at(-1) ?? ''] ?? quote
      let at = from + quote.length
      while (at < text.length && text[at] !== close)
        at += text[at] === '\\' ? 2 : text.startsWith('#{', at) ? skipPart(text, at) : 1
      spans.push({ kind: 'text', quote, from, to: Math.min(text.length, at + 1) })
    }
    opening.lastIndex = spans.at(-1)?.to ?? from + 1
  }
  return spans
}

/** The length of `#{ … }`. */
function skipPart(text: string, from: number): number {
  let depth = 0
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at + 1 - from
  }
  return text.length - from
}

const printing =
  /(?<![\w.$])(puts|print|p|pp|\$stdout\.(?:puts|print|write)|STDOUT\.(?:puts|print|write)|warn|\$stderr\.(?:puts|print|write)|STDERR\.(?:puts|print|write)|abort|exit!?|Kernel\.exit|system|exec|raise)(?=[\s(])([ \t]*)/g
const calledAs = (name: string): string => {
  if (/stderr|STDERR|warn|abort/.test(name)) return 'console.error'
  if (/^(?:Kernel\.)?exit/.test(name)) return 'process.exit'
  return /^(system|exec)$/.test(name) ? 'execSync' : name === 'raise' ? 'throwError' : 'console.log'
}

function changesIn(text: string): readonly Change[] {
  const spans = spansIn(text)
  const code = maskSpans(text, spans)
  return [
    ...spans.flatMap((span) => textChanges(text, span)),
    ...callChanges(code),
    ...jsonChanges(code),
    ...wordChanges(code),
  ]
}

function textChanges(text: string, { kind, quote, from, to }: Span): readonly Change[] {
  if (kind === 'comment') return [{ from, to, text: '' }]
  if (quote === "'") return []
  const isCommand = quote === '`' || quote.startsWith('%x')
  const parts: Change[] = []
  for (let at = from + quote.length; at < to - 1; at++)
    if (text[at] === '\\') at++
    else if (text[at] === '`') parts.push({ from: at, to: at + 1, text: "'" })
    else if (text.startsWith('#{', at)) parts.push({ from: at, to: at + 1, text: '$' })
  return [
    { from, to: from + quote.length, text: isCommand ? 'execSync(`' : '`' },
    ...parts,
    { from: to - 1, to, text: isCommand ? '`)' : '`' },
  ]
}

/** Rewrites `puts x if y` as `console.log(x) if y`. */
function callChanges(code: string): readonly Change[] {
  return [...code.matchAll(printing)].flatMap((found): readonly Change[] => {
    const [whole, name = '', gap = ''] = found
    const start = found.index + whole.length
    const isBracket = code[start] === '(' && gap === ''
    const named = { from: found.index, to: found.index + name.length, text: calledAs(name) }
    if (isBracket) return name === 'p' || name === 'pp' ? [named] : [named]
    const end = endOfStatement(code, start)
    const isBare = code.slice(start, end).trim() === ''
    if (isBare && !/^exit/.test(name)) return []
    const tail = name === 'abort' ? '); process.exit(1)' : ')'
    const gapChange = { from: found.index + name.length, to: start, text: '(' }
    return [named, gapChange, { from: end, to: end, text: tail }]
  })
}

function endOfStatement(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const char = code.charAt(at)
    if (/[([{]/.test(char)) depth++
    else if (/[)\]}]/.test(char) && --depth < 0) return at
    else if (depth === 0 && (char === ';' || /^\s(?:if|unless|while|and|or|end)\s/.test(code.slice(at, at + 9))))
      return at
    else if (depth === 0 && char === '\n' && !/[,+|&\\]\s*$/.test(textBefore(code.slice(from, at), at - from)))
      return at
  }
  return code.length
}

/** Rewrites `reply.to_json` as `JSON.stringify(reply)`. */
const jsonChanges = (code: string): readonly Change[] =>
  [...code.matchAll(/\.to_json(?:\([^)]*\))?/g)].flatMap((found): readonly Change[] => {
    const last = found.index - 1
    const from = /[)}\]]/.test(code[last] ?? '')
      ? openingIn(code, last)
      : found.index - (/[\w$@]+$/.exec(textBefore(code, found.index))?.[0].length ?? 0)
    return [
      { from, to: from, text: 'JSON.stringify(' },
      { from: found.index, to: found.index + found[0].length, text: ')' },
    ]
  })

/** Words and operators with their JavaScript spelling. */
const words: readonly (readonly [RegExp, (found: RegExpMatchArray) => string])[] = [
  [/=>/g, () => ': '],
  [/=~/g, () => '=='],
  [/!~/g, () => '!='],
  [/(?<=[\w\])])\[:(\w+)\]/g, ([, name]) => `['${name}']`],
  [/(?<=[\s({[,])(?<!\w):([a-z_]\w*)\b(?!:)/g, ([, name]) => `'${name}'`],
  [/(?<=\w)[?!](?=[(\s.)])/g, () => ''],
  [/(?<=\bARGV)\.(?:first|shift)\b(?!\()/g, () => '[0]'],
  [/(?<=\bARGV)\.fetch\(\s*0\s*,/g, () => '[0] || ('],
  [/(?<=\bARGV)\.fetch\(\s*0\s*\)/g, () => '[0]'],
  [/\bENV(?=\[|\.fetch)/g, () => 'process.env'],
  [/\bunless\b/g, () => 'if !'],
  [/\belsif\b/g, () => 'else if'],
  [/\bnil\b/g, () => 'null'],
]

/** Rewrites `.dig('a', 'b')` and `.fetch('a', '')` as `['a']['b']`; only the text around the strings changes. */
function wordChanges(code: string): readonly Change[] {
  const simple = words.flatMap(([pattern, make]) =>
    [...code.matchAll(pattern)].map((found) => ({
      from: found.index,
      to: found.index + found[0].length,
      text: make(found),
    })),
  )
  const reads = [...code.matchAll(/\.(dig|fetch)\(\s*(?=['":])/g)].flatMap((found): readonly Change[] => {
    const open = found.index + found[0].length
    const close = code.indexOf(')', open)
    const commas = [...code.slice(open, close).matchAll(/,\s*/g)].map(({ index, 0: text }) => ({
      from: open + index,
      to: open + index + text.length,
      text: '][',
    }))
    const kept = found[1] === 'dig' ? commas : []
    const cut = found[1] === 'fetch' ? commas[0] : undefined
    return [{ from: found.index, to: open, text: '[' }, ...kept, { from: cut?.from ?? close, to: close + 1, text: ']' }]
  })
  return [...reads, ...simple]
}
