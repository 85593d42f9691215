/** Finds secrets by a published set of rules (`published-rules.ts`), beside our own patterns. Pure; the table is built at the first need. */
import { hintLines, keywordLines, ruleLines } from './published-rules.ts'

/** An expression of the set. `any`: in any case. */
interface Expression {
  readonly source: string
  readonly any?: true
}
export interface PublishedRule extends Expression {
  readonly id: string
  /** `token`: known by its form alone. `secret`: the name of its service stands before it. */
  readonly kind: 'token' | 'secret'
  /** Bits a character: what has fewer is a word or a placeholder. */
  readonly entropy?: number
  /** A secret that one of these matches is an example. */
  readonly allowed?: readonly Expression[]
}
interface CompiledRule extends PublishedRule {
  readonly find: RegExp
  readonly examples: readonly RegExp[]
}

interface Search {
  /** For each key of the first three characters of a keyword: which of `lists` it is, counted from 1. */
  readonly starts: Uint16Array
  /** Lines of the table: a keyword and the numbers of its rules. */
  readonly lists: readonly (readonly string[])[]
  readonly hint: RegExp
  readonly hinted: readonly number[]
}

/** Whether a keyword of any rule stands in the text. JSON escapes no character of a keyword, so JSON text may be asked too. */
export const mayHoldPublished = (text: string): boolean => rulesFor(text, true).length > 0

/** The text without what the rules find; each kind that was found is added. */
export function redactPublished(text: string, found: Set<string>): string {
  return rulesFor(text, false).reduce((left, at) => redactByRule(left, at, found), text)
}

/** Whether the name of a member names a service and the value is as its keys are: `{"zendesk": "…"}`. */
export function isNamedByService(name: string, value: string): boolean {
  if (value.length > LONGEST_NAMED || name.length > LONGEST_NAMED || !mayHoldPublished(name)) return false
  const found = new Set<string>()
  redactPublished(`${name}="${value}"`, found)
  return found.has('secret')
}
const LONGEST_NAMED = 512

function redactByRule(text: string, at: number, found: Set<string>): string {
  const { kind, entropy = kind === 'secret' ? NAMED_ENTROPY : 0, find, examples } = compiledRule(at)
  return text.replace(find, (match: string, ...groups: readonly unknown[]) => {
    // The secret is the last group that took part, or the whole match. The last two arguments are not groups.
    const secret = groups.slice(0, -2).findLast((one): one is string => typeof one === 'string') ?? match
    const start = match.lastIndexOf(secret)
    if (entropyOf(secret) < entropy || examples.some((one) => one.test(secret))) return match
    if (kind === 'secret' && !isLikely(match.slice(0, start), secret)) return match
    found.add(kind)
    return `${match.slice(0, start)}[redacted:${kind}]${match.slice(start + secret.length)}`
  })
}

/** What only the name of a service makes a secret must look random, whatever the rule asks. */
const NAMED_ENTROPY = 2.5
const otherValue =
  /sha-?\d|md5|checksum|digest|commit|revision|hash|etag|integrity|version|trace|request|public|(?:\bref|\brev|[_.\s-]id|name|url|uri|path|file|slug|sha)s?[\\\s'"`:=>|,?]*$/i
const endsInId = /[a-z]Ids?[\\\s'"`:=>|,?]*$/
/** Random letters without any digit are rare, and a checksum, an id or a commit of a service is not its key. */
const isLikely = (before: string, secret: string): boolean =>
  /\d/.test(secret) && !otherValue.test(before) && !endsInId.test(before)

/** Shannon's entropy in bits a character, as gitleaks measures it. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** The numbers of the rules whose keywords the text holds, in their order; with `first`, those of the first keyword. */
function rulesFor(text: string, first: boolean): readonly number[] {
  const { starts, lists, hint, hinted } = search()
  const hit = new Set<number>(hint.test(text) ? hinted : [])
  if (first && hit.size > 0) return hinted
  for (let at = 0, key = 0; at < text.length; at++) {
    key = nextKey(key, text.charCodeAt(at))
    const list = starts[key]
    if (list === undefined || list === 0) continue
    for (const line of lists[list - 1] ?? []) {
      if (!standsAt(line, text, at - 2)) continue
      for (const rule of line.split(' ').slice(1)) hit.add(Number(rule))
      if (first) return [...hit]
    }
  }
  return [...hit].sort((one, other) => one - other)
}

/** Five bits of each of the last three characters: a letter has the same ones in either case. */
const nextKey = (key: number, code: number): number => ((key << 5) | (code & 31)) & 0x7fff

/** Compares up to the blank after the keyword. */
function standsAt(line: string, text: string, from: number): boolean {
  if (from < 0) return false
  for (let at = 0; line.charCodeAt(at) !== BLANK; at++)
    if (lowerCode(text.charCodeAt(from + at)) !== line.charCodeAt(at)) return false
  return true
}
const BLANK = 32
const lowerCode = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)

let built: Search | undefined
function search(): Search {
  built ??= buildSearch()
  return built
}

function buildSearch(): Search {
  const starts = new Uint16Array(0x8000)
  const lists: string[][] = []
  for (const line of keywordLines.trim().split('\n')) {
    const key = nextKey(nextKey(line.charCodeAt(0) & 31, line.charCodeAt(1)), line.charCodeAt(2))
    const list = starts[key] || lists.push([])
    starts[key] = list
    lists[list - 1]?.push(line)
  }
  const hints = hintLines.trim().split('\n')
  const hint = new RegExp(hints.map((line) => line.slice(line.indexOf(' ') + 1)).join('|'))
  return { starts, lists, hint, hinted: hints.map((line) => Number.parseInt(line, 10)) }
}

let lines: readonly string[] | undefined
/** Exported for the tests: every rule of the set. */
export function publishedRules(): readonly PublishedRule[] {
  lines ??= ruleLines.trim().split('\n')
  // Each line of the generated file is a rule as JSON.
  return lines.map((line) => JSON.parse(line) as PublishedRule)
}

const compiled = new Map<number, CompiledRule>()
function compiledRule(at: number): CompiledRule {
  const known = compiled.get(at)
  if (known !== undefined) return known
  lines ??= ruleLines.trim().split('\n')
  // Each line of the generated file is a rule as JSON.
  const rule = JSON.parse(lines[at] ?? '') as PublishedRule
  const examples = (rule.allowed ?? []).map(({ source, any }) => new RegExp(source, any === true ? 'i' : ''))
  const made = { ...rule, find: new RegExp(rule.source, rule.any === true ? 'gi' : 'g'), examples }
  compiled.set(at, made)
  return made
}
