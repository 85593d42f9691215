/** Evaluates a rule hook: without a process or a model, and with the same result every time. */

import { type Entry, type Event, endWithoutOutput, type Raw } from '../flow.ts'
import type { Batch, BatchResult, Bound, Runner } from '../ports.ts'
import type { Gate } from '../protocol/row.ts'
import { editsOfTool } from '../protocol/tool-edits.ts'
import { isEditTool } from '../protocol/tools.ts'
import { createCandidates, type FindCandidates } from '../rules/candidates.ts'
import {
  createFacts,
  type Facts,
  glance,
  holds,
  prepareCondition,
  type ReadyCondition,
  type RuleRim,
  type Selectors,
} from '../rules/evaluate.ts'
import { type Rule, readsEditedPath, readsTranscript, TRANSCRIPT } from '../rules/rule.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { blockedTooLong, maxBlockingTime, unbound } from './hold.ts'

export interface RuleRunnerRim extends RuleRim {
  /** Loads what the rules need: the linear engine, the shell reader. */
  readonly prepare: (rules: readonly Rule[]) => Promise<void>
  /** The text of the conversation so far, or empty text if it cannot be read. */
  readonly readTranscript: (path: string) => Promise<string>
  readonly replaceAll: (text: string, regex: string, replacement: string) => string
}

/** A rule with everything that does not depend on the event computed. */
interface ReadyRule {
  readonly rule: Rule
  readonly when: ReadyCondition
  readonly readsTranscript: boolean
  /** It refuses or asks by the path of an edit. */
  readonly judgesPath: boolean
  /** Its reply at the gate where it held last, if no part of the input is in it. */
  lastReply?: { readonly gate: Gate; readonly raw: Raw }
}

/** `untrustedBound` is for rules of an untrusted workspace, which run by themselves and which no one has reviewed. */
export function ruleRunner(rim: RuleRunnerRim, bound: Bound, untrustedBound: Bound = bound): Runner {
  const readyRules = createReadyRules(rim)
  const runAll = async (batch: Batch): Promise<BatchResult> => {
    const known = readyRules.find(batch.entries)
    const rules = known ?? (await readyRules.prepare(batch.entries))
    const inputs = await readInputs(rules, batch, rim)
    if (!batch.entries.some(({ onlyRestricts }) => onlyRestricts === true))
      return evaluateAll(rules, inputs, batch, rim, bound)
    const timeoutMs = Math.max(...batch.entries.map((entry) => entry.timeoutMs))
    const ms = maxBlockingTime({ timeoutMs, until: batch.until })
    const found = untrustedBound(() => evaluateAll(rules, inputs, batch, rim, unbound), ms)
    return found === 'held' ? allBlocked(batch.entries, ms) : found.value
  }
  return {
    type: 'rule',
    runAll,
    async run(job) {
      const { raws } = await runAll({ ...job, entries: [job.entry] })
      // One entry has one result.
      return raws[0] as Raw
    },
  }
}

/** Prepares rules when they first run. The last list is kept, because most events have the same one. */
function createReadyRules(rim: RuleRunnerRim) {
  const prepared = new WeakMap<Rule, ReadyRule>()
  let last: { readonly entries: readonly Entry[]; readonly ready: ReadyRules } | undefined
  return {
    /** Undefined: `prepare` has to be awaited. */
    find(entries: readonly Entry[]): ReadyRules | undefined {
      if (last?.entries === entries) return last.ready
      const isSame = last?.entries.length === entries.length && last.entries.every((entry, at) => entry === entries[at])
      return isSame ? last?.ready : undefined
    },
    async prepare(entries: readonly Entry[]): Promise<ReadyRules> {
      const rules = entries.flatMap(({ rule }) => (rule === undefined || prepared.has(rule) ? [] : [rule]))
      if (rules.length > 0) await rim.prepare(rules)
      const selectors: Selectors = new Map()
      for (const rule of rules) prepared.set(rule, prepareRule(rule, rim, selectors))
      const ready = toList(entries.map(({ rule }) => (rule === undefined ? undefined : prepared.get(rule))))
      last = { entries, ready }
      return ready
    },
  }
}

interface ReadyRules {
  /** Undefined: the entry has no rule. */
  readonly rules: readonly (ReadyRule | undefined)[]
  /** Absent if there are so few rules that each is looked at. */
  readonly findCandidates?: FindCandidates
}

/** With fewer rules, what they share costs more than it saves. */
const MANY_RULES = 32

function toList(rules: ReadyRules['rules']): ReadyRules {
  if (rules.length < MANY_RULES) return { rules }
  // A rule on the transcript reads another input.
  const conditions = rules.map((rule) => (rule?.readsTranscript === false ? rule.when : undefined))
  return { rules, findCandidates: createCandidates(conditions) }
}

const prepareRule = (rule: Rule, rim: RuleRunnerRim, selectors: Selectors): ReadyRule => ({
  rule,
  when: prepareCondition(rule.when, rim, selectors),
  readsTranscript: readsTranscript(rule.when),
  judgesPath: (rule.verdict === 'deny' || rule.verdict === 'ask') && readsEditedPath(rule.when),
})

/** The input of the event in the forms that rules read. */
interface Inputs {
  readonly plain: Facts
  readonly withTranscript: Facts
  readonly isPathUnknown: boolean
}

async function readInputs({ rules }: ReadyRules, { stdin }: Batch, rim: RuleRunnerRim): Promise<Inputs> {
  // `stdin` is the JSON object of the event.
  const sent = JSON.parse(stdin) as JsonObject
  const input = withEdits(sent)
  const plain = createFacts(input)
  const { transcript_path: path } = input
  const isRead = typeof path === 'string' && path !== '' && rules.some((rule) => rule?.readsTranscript === true)
  return {
    plain,
    withTranscript: isRead ? createFacts({ ...input, [TRANSCRIPT]: await rim.readTranscript(path) }) : plain,
    isPathUnknown: isEdit(sent) && !editsOfTool(sent.tool_input).complete,
  }
}

function allBlocked(entries: readonly Entry[], ms: number): BatchResult {
  const now = performance.now()
  return { raws: entries.map(() => blockedTooLong(ms)), endedAt: entries.map(() => now) }
}

/** Most rules end at a glance. Only a long search for an expression and the reading of a long command are bounded by a clock. */
function evaluateAll(ready: ReadyRules, inputs: Inputs, batch: Batch, rim: RuleRunnerRim, bound: Bound): BatchResult {
  const { rules } = ready
  const { raws, endedAt, open } = glanceAtAll(ready, inputs, batch.event, rim)
  for (let next = 0; next < open.length; ) {
    const first = next
    // Each list below has an item for each of these positions.
    const entryAt = (position: number) => batch.entries[open[position] as number] as Entry
    const ms = maxBlockingTime({ timeoutMs: entryAt(first).timeoutMs, until: batch.until })
    const act = () => {
      for (; next < open.length && (next === first || entryAt(next).timeoutMs >= ms); next++) {
        // `next` is a position of `open`.
        const at = open[next] as number
        // There is a rule for each entry.
        raws[at] = evaluate(rules[at] as ReadyRule, inputs, batch.event, rim)
        endedAt[at] = performance.now()
      }
    }
    if (bound(act, ms) !== 'held') continue
    // A rule that was stopped after others is evaluated once more, with the whole limit for itself.
    if (next > first) continue
    // `next` is a position of `open`, because the loop has not ended.
    const at = open[next] as number
    raws[at] = blockedTooLong(ms)
    endedAt[at] = performance.now()
    next++
  }
  return { raws, endedAt }
}

/** The clock takes as long as a rule that does not match, so it is read once for so many of them. */
const RULES_PER_CLOCK = 16

/** `open` has the positions of the rules that have to be evaluated. */
function glanceAtAll({ rules, findCandidates }: ReadyRules, inputs: Inputs, event: Event, rim: RuleRunnerRim) {
  const raws = new Array<Raw>(rules.length).fill(noOpinion)
  let now = performance.now()
  let seen = 0
  const endedAt = new Array<number>(rules.length).fill(now)
  const open: number[] = []
  const candidates = inputs.isPathUnknown ? undefined : findCandidates?.(inputs.plain)
  for (let at = 0; at < rules.length; at++) {
    if (candidates?.[at] === 0) continue
    const rule = rules[at]
    const raw = rule === undefined ? missingRule : evaluateAtGlance(rule, inputs, event, rim)
    if (raw === undefined) open.push(at)
    else raws[at] = raw
    if (seen++ % RULES_PER_CLOCK === 0) now = performance.now()
    endedAt[at] = now
  }
  return { raws, endedAt, open }
}

/** Undefined: the rule has to be evaluated. */
function evaluateAtGlance(ready: ReadyRule, inputs: Inputs, event: Event, rim: RuleRunnerRim): Raw | undefined {
  if (ready.judgesPath && inputs.isPathUnknown) return toRaw(unknownPath)
  const facts = factsFor(ready, inputs)
  switch (glance(ready.when, facts)) {
    case 'fails':
      return noOpinion
    case 'holds':
      // A rewrite searches for expressions.
      return ready.rule.replace.length > 0 ? undefined : rawOf(ready, event)
    case 'short':
      return ready.rule.replace.length > 0 ? undefined : evaluate(ready, inputs, event, rim)
    default:
      return undefined
  }
}

const factsFor = ({ readsTranscript }: ReadyRule, { plain, withTranscript }: Inputs): Facts =>
  readsTranscript ? withTranscript : plain

function evaluate(ready: ReadyRule, inputs: Inputs, event: Event, rim: RuleRunnerRim): Raw {
  const { rule, when } = ready
  const facts = factsFor(ready, inputs)
  const notes = new Set<string>()
  const holding = holds(when, { facts, rim, onLimit: (pattern) => notes.add(`matcher-limit:${pattern}`) })
  const raw = !holding
    ? noOpinion
    : rule.replace.length === 0
      ? rawOf(ready, event)
      : toRaw({ ...replyOf(rule, event), ...rewriteInput(rule, facts.input, rim) })
  return notes.size === 0 ? raw : { ...raw, notes: [...notes] }
}

const isEdit = ({ tool_name }: JsonObject): boolean => typeof tool_name === 'string' && isEditTool(tool_name)

/** Turns a patch into edits, so that a rule on `tool_input.edits.*.file_path` sees every file of it. */
function withEdits(input: JsonObject): JsonObject {
  const { tool_input: tool } = input
  if (!isEdit(input) || (isObject(tool) && (tool.edits !== undefined || tool.new_string !== undefined))) return input
  const { files } = editsOfTool(tool)
  const edits = files.flatMap(({ paths, oldText, newText }) =>
    paths.map((file_path) => ({ file_path, old_string: oldText, new_string: newText })),
  )
  const own = isObject(tool) ? tool : { patch: tool }
  return hasContent(own) ? input : { ...input, tool_input: { ...own, edits } }
}
const hasContent = (tool: JsonObject): boolean => tool.content !== undefined || tool.contents !== undefined

/** A rule that denies by path must not let an edit pass whose path is not known. */
const unknownPath: JsonObject = {
  permission: 'ask',
  user_message: 'A rule needs the path of this edit, but the edit does not say which file it changes.',
  agent_message: 'This edit does not say which file it changes. Use an edit that names the file by its path.',
}

const toRaw = (reply: JsonObject): Raw => ({ end: { kind: 'exit', code: 0 }, reply, stdout: '', stderr: '' })
/** One object for all rules that do not match, so that what it means is found once. */
const noOpinion = endWithoutOutput({ kind: 'exit', code: 0 })
const missingRule = endWithoutOutput({ kind: 'config', message: 'the entry has no rule' })

/** The same object at each event, so that what it means is found once. */
function rawOf(ready: ReadyRule, event: Event): Raw {
  const { gate } = event.row
  if (ready.lastReply?.gate !== gate) ready.lastReply = { gate, raw: toRaw(replyOf(ready.rule, event)) }
  return ready.lastReply.raw
}

function replyOf({ says, verdict }: Rule, { row }: Event): JsonObject {
  if (verdict === undefined) return { ...says }
  const isContinue = row.gate.kind === 'continue' && verdict !== 'ask'
  return { ...says, ...(isContinue ? { continue: verdict === 'allow' } : { permission: verdict }) }
}

function rewriteInput({ replace }: Rule, input: JsonObject, rim: RuleRunnerRim): JsonObject {
  if (replace.length === 0) return {}
  let after: unknown = input
  for (const { field, regex, with: text } of replace)
    after = changeStrings(after, field.split('.'), (value) => rim.replaceAll(value, regex, text))
  // `changeStrings` returns an object for an object.
  const { tool_input: tool, content } = after as JsonObject
  return {
    ...(JSON.stringify(tool) === JSON.stringify(input.tool_input) ? {} : { updated_input: tool }),
    ...(content === input.content ? {} : { updated_content: content }),
  }
}

/** A copy in which the strings under the path are changed. */
function changeStrings(value: unknown, path: readonly string[], change: (text: string) => string): unknown {
  const [first, ...rest] = path
  if (first === undefined) return typeof value === 'string' ? change(value) : value
  if (Array.isArray(value)) return first === '*' ? value.map((member) => changeStrings(member, rest, change)) : value
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      first === '*' || key === first ? changeStrings(member, rest, change) : member,
    ]),
  )
}
