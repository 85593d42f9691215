/** For the tests: the original's meaning in its own terms, and events built from the rules' own patterns. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHookify } from '../importers/hookify/read.ts'
import type { HookifyCondition, HookifyRule } from '../importers/hookify/types.ts'
import type { PyNode } from '../rules/python/nodes.ts'
import { parsePython } from '../rules/python/parse.ts'
import type { JsonObject } from '../schema.ts'
import { searchInPython } from './python.ts'

export type Search = (pattern: string, text: string) => boolean

/** An event as Claude Code sends it, what hookify calls it, and the same as Cursor sends it. */
export interface Pair {
  readonly kind: 'bash' | 'file' | 'prompt' | 'stop'
  readonly theirs: {
    readonly tool?: string
    readonly input: JsonObject
    readonly prompt?: string
    readonly transcript?: string
  }
  readonly event: 'beforeShellExecution' | 'preToolUse' | 'beforeSubmitPrompt' | 'stop'
  readonly ours: JsonObject
}

/** Does the original's engine say that the rule matches? */
export function matchesInOriginal(rule: HookifyRule, { kind, theirs }: Pair, search: Search): boolean {
  if (!rule.enabled || (rule.event !== 'all' && rule.event !== kind)) return false
  const tools = rule.toolMatcher
  if (tools !== undefined && tools !== '*' && !tools.split('|').includes(theirs.tool ?? '')) return false
  return rule.conditions.length > 0 && rule.conditions.every((one) => conditionInOriginal(one, theirs, search))
}

/** What the original makes of several rules: those that block come before those that warn, each under its name. */
export function decidedInOriginal(
  rules: readonly HookifyRule[],
  pair: Pair,
  search: Search,
): { readonly blocks: boolean; readonly messages: readonly string[] } {
  const matching = rules.filter((rule) => matchesInOriginal(rule, pair, search))
  const blocking = matching.filter(({ action }) => action === 'block')
  const shown = blocking.length > 0 ? blocking : matching
  return { blocks: blocking.length > 0, messages: shown.map(({ name, message }) => `**[${name}]**\n${message}`) }
}

function conditionInOriginal(
  { field, operator, pattern }: HookifyCondition,
  theirs: Pair['theirs'],
  search: Search,
): boolean {
  const text = fieldInOriginal(field, theirs)
  if (text === undefined) return false
  if (operator === 'regex_match') return search(pattern, text)
  if (operator === 'contains') return text.includes(pattern)
  if (operator === 'not_contains') return !text.includes(pattern)
  if (operator === 'equals') return text === pattern
  if (operator === 'starts_with') return text.startsWith(pattern)
  return operator === 'ends_with' && text.endsWith(pattern)
}

function fieldInOriginal(field: string, { tool, input, prompt, transcript }: Pair['theirs']): string | undefined {
  const own = (key: string): string | undefined => (typeof input[key] === 'string' ? input[key] : undefined)
  if (own(field) !== undefined) return own(field)
  if (field === 'reason') return ''
  if (field === 'user_prompt') return prompt ?? ''
  if (field === 'transcript' && transcript !== undefined) return transcript
  if (tool === 'Write' || tool === 'Edit') {
    if (field === 'content') return own('content') || (own('new_string') ?? '')
    if (field === 'new_text' || field === 'new_string') return own('new_string') ?? ''
    if (field === 'old_text' || field === 'old_string') return own('old_string') ?? ''
  }
  if (tool === 'MultiEdit' && (field === 'new_text' || field === 'content'))
    return (input.edits as readonly { new_string: string }[]).map((edit) => edit.new_string).join(' ')
  return undefined
}

/** Texts that the expression finds, mostly, and others that it nearly finds. */
export function samplesFor(pattern: string, random: () => number): readonly string[] {
  const made = textOf(parsePython(pattern).node, random)
  const cut = Math.floor(random() * made.length)
  const near = [
    made,
    made.toUpperCase(),
    `x ${made}\n`,
    `é${made}😀`,
    made.slice(0, cut) + made.slice(cut + 1),
    `${made}x`,
  ]
  return [...near, made.replaceAll(' ', '\u3000'), made.split('').reverse().join('')]
}

function textOf(node: PyNode, random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  switch (node.kind) {
    case 'set': {
      if (node.negated || node.items.length === 0) return 'q'
      const item = pick(node.items)
      if ('word' in item) return { s: ' ', d: '7', w: 'w' }[item.word as 's'] ?? '%'
      return String.fromCodePoint(item.first + Math.floor(random() * (item.last - item.first + 1)))
    }
    case 'any':
      return 'z'
    case 'seq':
      return node.of.map((one) => textOf(one, random)).join('')
    case 'alt':
      return textOf(pick(node.of), random)
    case 'group':
      return textOf(node.of, random)
    case 'repeat':
      return Array.from({ length: node.min + Math.floor(random() * Math.min(3, node.max - node.min + 1)) }, () =>
        textOf(node.of, random),
      ).join('')
    default:
      return ''
  }
}

/** The same text wherever a rule may look for it. */
export function eventsWith(
  text: string,
  other: string,
  path: string,
  transcript: (text: string) => string,
): readonly Pair[] {
  const file = (tool: string, input: JsonObject): Pair => ({
    kind: 'file',
    theirs: { tool, input },
    event: 'preToolUse',
    ours: { tool_name: 'Write', tool_input: input, tool_use_id: 't', cwd: '/w' },
  })
  return [
    {
      kind: 'bash',
      theirs: { tool: 'Bash', input: { command: text } },
      event: 'beforeShellExecution',
      ours: { command: text, cwd: '/w', sandbox: false },
    },
    file('Write', { file_path: path, content: text }),
    file('Edit', { file_path: path, old_string: other, new_string: text }),
    file('MultiEdit', {
      file_path: path,
      edits: [
        { old_string: text, new_string: other },
        { old_string: '', new_string: text },
      ],
    }),
    {
      kind: 'prompt',
      theirs: { input: {}, prompt: text },
      event: 'beforeSubmitPrompt',
      ours: { prompt: text, attachments: [] },
    },
    {
      kind: 'stop',
      theirs: { input: {}, transcript: text },
      event: 'stop',
      ours: { status: 'completed', loop_count: 0, transcript_path: transcript(text) },
    },
  ]
}

/** One of each kind of rule, beside those of the corpus where it is. */
export function rulesToTry(): readonly HookifyRule[] {
  const made = (front: string): HookifyRule => {
    const { rule } = readHookify('.claude/hookify.made.local.md', `---\nname: made\n${front}\n---\nNo.`)
    if (rule === undefined) throw new Error(front)
    return rule
  }
  const one = (event: string, field: string, operator: string, pattern: string, action = 'block') =>
    made(
      `event: ${event}\naction: ${action}\nconditions:\n  - field: ${field}\n    operator: ${operator}\n    pattern: ${pattern}`,
    )
  const fields = [
    'command',
    'file_path',
    'new_text',
    'new_string',
    'old_text',
    'old_string',
    'content',
    'user_prompt',
    'transcript',
    'reason',
    'other',
  ]
  const operators = ['regex_match', 'contains', 'not_contains', 'equals', 'starts_with', 'ends_with', 'matches']
  return [
    ...fields.flatMap((field) =>
      operators.map((operator) => one('all', field, operator, 'rm\\s+x'.slice(operator === 'regex_match' ? 0 : 3))),
    ),
    ...['bash', 'file', 'prompt', 'stop', 'all', 'elsewhere'].map((event) =>
      made(`event: ${event}\npattern: "tests? passed$"`),
    ),
    ...['Edit', 'Write', 'MultiEdit', 'Edit|Write', 'Bash', '*', 'Read'].map((tool) =>
      made(
        `event: all\ntool_matcher: ${tool}\nconditions:\n  - field: content\n    operator: not_contains\n    pattern: q`,
      ),
    ),
    one('file', 'new_text', 'regex_match', 'x*', 'ask'),
    one('file', 'new_text', 'regex_match', '(?P<q>["\'])\\w+(?P=q)', 'warn'),
    ...corpusRules(),
  ]
}

export function corpusRules(): readonly HookifyRule[] {
  const corpus = process.env.HOOKLINE_CORPUS
  if (corpus === undefined) return []
  const directory = join(corpus, 'hookify')
  return readdirSync(directory).flatMap((name) => {
    const { rule } = readHookify(name, readFileSync(join(directory, name), 'utf8'))
    // Those that are switched off are tried too.
    return rule === undefined ? [] : [{ ...rule, enabled: true }]
  })
}

/** The same numbers every time. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Asks Python once for everything that the original would search for. */
export function pythonFor(tried: readonly { readonly rule: HookifyRule; readonly pairs: readonly Pair[] }[]): Search {
  const wanted = new Map<string, Set<string>>()
  const collect: Search = (pattern, text) => {
    wanted.set(pattern, (wanted.get(pattern) ?? new Set()).add(text))
    return true
  }
  for (const { rule, pairs } of tried) for (const pair of pairs) matchesInOriginal(rule, pair, collect)
  const queries = [...wanted].map(([pattern, samples]) => [pattern, [...samples]] as const)
  const found = searchInPython(queries)
  const answers = new Map(queries.map(([pattern, samples], index) => [pattern, { samples, found: found[index] }]))
  return (pattern, text) => {
    const answer = answers.get(pattern)
    return answer?.found?.[answer.samples.indexOf(text)] ?? false
  }
}
