/** Reads a rule file as hookify does. Its front matter looks like YAML, but hookify has its own parser for it. */
import type { HookifyCondition, HookifyRule, Note } from './types.ts'

const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const edges = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g')
const strip = (text: string): string => text.replace(edges, '')
const bare = (text: string): string =>
  strip(text)
    .replace(/^"+|"+$/g, '')
    .replace(/^'+|'+$/g, '')

type Fields = Map<string, { readonly text: string; readonly line: number }>
type Item = Fields | string
type Value = { readonly line: number; readonly is: string | boolean | readonly Item[] }

export interface ReadRule {
  readonly rule?: HookifyRule
  readonly notes: readonly Note[]
}

export function readHookify(file: string, source: string): ReadRule {
  const text = source.replace(/\r\n?/g, '\n').replace(ansi, '')
  const end = text.indexOf('---', 3)
  const notes: Note[] = []
  const note = (kind: Note['kind'], line: number, message: string, fix: string) =>
    notes.push({ file, line, kind, message, cure: fix })
  const broken = (line: number, message: string, fix: string): ReadRule => {
    note('broken', line, message, fix)
    return { notes }
  }
  if (!text.startsWith('---') || end < 0)
    return broken(1, 'there is no front matter', 'Begin the file with ---, the fields, and --- again.')
  const front = frontMatter(text.slice(3, end))
  if (front.size === 0) return broken(1, 'the front matter is empty', 'Write name, event and pattern into it.')
  const cut = text.slice(0, end).split('\n').length
  if (text[end - 1] !== '\n')
    note('differs', cut, 'the front matter ends at the --- in the middle of this line', 'Write the dashes as -{3}.')
  const conditions = conditionsOf(front)
  if (conditions === undefined)
    return broken(
      front.get('conditions')?.line ?? 1,
      'a condition has no field',
      'Write "- field: …" with operator and pattern below it.',
    )
  return { rule: { ...ruleOf(file, front, conditions, strip(text.slice(end + 3))), source: text.split('\n') }, notes }
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of terminals begin with it
const ansi = /\x1b\[[0-9;]*[A-Za-z]/g

export const slugOf = (file: string): string =>
  /hookify\.(.+)\.local\.md$/s.exec(file)?.[1] ?? file.replace(/^.*\//s, '').replace(/\.md$/, '')

function ruleOf(
  file: string,
  front: ReadonlyMap<string, Value>,
  listed: readonly HookifyCondition[],
  message: string,
): HookifyRule {
  const textOf = (key: string, otherwise: string): string => {
    const value = front.get(key)?.is
    return typeof value === 'string' ? value : value === undefined ? otherwise : String(value)
  }
  const event = textOf('event', 'all')
  const pattern = front.get('pattern')
  const usesPattern = listed.length === 0 && typeof pattern?.is === 'string' && pattern.is !== ''
  const field = event === 'bash' ? 'command' : event === 'file' ? 'new_text' : 'content'
  const enabled = front.get('enabled')?.is
  const matcher = textOf('tool_matcher', '')
  return {
    file,
    slug: slugOf(file),
    name: textOf('name', 'unnamed'),
    enabled: enabled === undefined || (Array.isArray(enabled) ? enabled.length > 0 : enabled !== false),
    event,
    action: textOf('action', 'warn'),
    ...(matcher === '' ? {} : { toolMatcher: matcher }),
    conditions: usesPattern
      ? [{ field, operator: 'regex_match', pattern: String(pattern.is), line: pattern.line }]
      : listed,
    plain: usesPattern,
    message,
    lines: Object.fromEntries([...front].map(([key, { line }]) => [key, line])),
  }
}

function conditionsOf(front: ReadonlyMap<string, Value>): readonly HookifyCondition[] | undefined {
  const value = front.get('conditions')
  if (value === undefined || !Array.isArray(value.is)) return []
  // `Array.isArray` does not narrow the type of a readonly list.
  const items = value.is as readonly Item[]
  if (items.some((item) => typeof item === 'string')) return undefined
  // None of the items is a string, so each is a map of fields.
  return (items as readonly Fields[]).map((fields) => ({
    field: fields.get('field')?.text ?? '',
    operator: fields.get('operator')?.text ?? 'regex_match',
    pattern: fields.get('pattern')?.text ?? '',
    line: (fields.get('pattern') ?? [...fields.values()][0])?.line ?? value.line,
    ...(fields.has('field') ? { fieldLine: fields.get('field')?.line ?? value.line } : {}),
  }))
}

/** Reads line by line. `list` is the list that is open, and `open` is its item that further lines may add to. */
function frontMatter(text: string): ReadonlyMap<string, Value> {
  const front = new Map<string, Value>()
  let list: { readonly key: string; readonly line: number; readonly items: Item[] } | undefined
  let open: Fields | undefined
  const close = () => {
    if (list !== undefined) front.set(list.key, { line: list.line, is: list.items })
    list = undefined
    open = undefined
  }
  for (const [index, line] of text.split('\n').entries()) {
    const stripped = strip(line)
    if (stripped === '' || stripped.startsWith('#')) continue
    const at = index + 1
    const indent = line.length - line.replace(new RegExp(`^${SPACE}+`), '').length
    if (indent === 0 && line.includes(':') && !stripped.startsWith('-')) {
      close()
      const [key, value] = pair(line)
      if (value === '') list = { key, line: at, items: [] }
      else front.set(key, { line: at, is: scalar(value) })
    } else if (stripped.startsWith('-') && list !== undefined) {
      const item = itemOf(strip(stripped.slice(1)), at)
      list.items.push(item.is)
      // `itemOf` leaves only an item with fields open.
      open = item.open ? (item.is as Fields) : undefined
    } else if (indent > 2 && open !== undefined && line.includes(':')) {
      const [key, value] = pair(stripped)
      open.set(key, { text: bare(value), line: at })
    }
  }
  close()
  return front
}

/** An item with a comma is a whole condition on one line, split at every comma. */
function itemOf(text: string, line: number): { readonly is: Item; readonly open: boolean } {
  if (!text.includes(':')) return { is: bare(text), open: false }
  const parts = text.includes(',') ? text.split(',').filter((part) => part.includes(':')) : [text]
  const fields = parts.map((part) => {
    const [key, value] = pair(part)
    return [key, { text: bare(value), line }] as const
  })
  return { is: new Map(fields), open: !text.includes(',') }
}

function pair(text: string): readonly [string, string] {
  const colon = text.indexOf(':')
  return [strip(text.slice(0, colon)), strip(text.slice(colon + 1))]
}

function scalar(value: string): string | boolean {
  const text = bare(value)
  return text.toLowerCase() === 'true' ? true : text.toLowerCase() === 'false' ? false : text
}
