/** Evaluates a rule hook: without a process or a model, and with the same result every time. */

import { endWithoutOutput, type Raw } from '../flow.ts'
import type { Bound, Job, Runner } from '../ports.ts'
import { editsOfTool } from '../protocol/tool-edits.ts'
import { isEditTool } from '../protocol/tools.ts'
import { holds, type RuleRim } from '../rules/evaluate.ts'
import { type Rule, readsEditedPath, readsTranscript, TRANSCRIPT } from '../rules/rule.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { blockedTooLong, maxBlockingTime } from './hold.ts'

export interface RuleRunnerRim extends RuleRim {
  /** Loads what the rule needs: the linear engine, the shell reader. */
  readonly prepare: (rule: Rule) => Promise<void>
  /** The text of the conversation so far, or empty text if it cannot be read. */
  readonly readTranscript: (path: string) => Promise<string>
  readonly replaceAll: (text: string, regex: string, replacement: string) => string
}
export function ruleRunner(rim: RuleRunnerRim, bound: Bound): Runner {
  return {
    type: 'rule',
    async run(job) {
      const { rule } = job.entry
      if (rule === undefined) return endWithoutOutput({ kind: 'config', message: 'the entry has no rule' })
      await rim.prepare(rule)
      // `stdin` is the JSON object of the event.
      const sent = JSON.parse(job.stdin) as JsonObject
      if (needsUnknownPath(rule, sent)) return toRaw(unknownPath)
      const input = await withTranscript(rule, withEdits(sent), rim)
      const notes = new Set<string>()
      const noting = { ...rim, onLimit: (pattern: string) => notes.add(`matcher-limit:${pattern}`) }
      const evaluate = () => (holds(rule.when, input, noting) ? replyOf(rule, input, job, rim) : undefined)
      const ms = maxBlockingTime(job)
      const evaluated = bound(evaluate, ms)
      if (evaluated === 'held') return blockedTooLong(ms)
      return { ...toRaw(evaluated.value), ...(notes.size === 0 ? {} : { notes: [...notes] }) }
    },
  }
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
const needsUnknownPath = ({ when, verdict }: Rule, input: JsonObject): boolean =>
  isEdit(input) &&
  (verdict === 'deny' || verdict === 'ask') &&
  readsEditedPath(when) &&
  !editsOfTool(input.tool_input).complete

const unknownPath: JsonObject = {
  permission: 'ask',
  user_message: 'A rule needs the path of this edit, but the edit does not say which file it changes.',
  agent_message: 'This edit does not say which file it changes. Use an edit that names the file by its path.',
}

async function withTranscript(rule: Rule, input: JsonObject, rim: RuleRunnerRim): Promise<JsonObject> {
  const { transcript_path: path } = input
  if (!readsTranscript(rule.when) || typeof path !== 'string' || path === '') return input
  return { ...input, [TRANSCRIPT]: await rim.readTranscript(path) }
}

const toRaw = (reply: JsonObject | undefined): Raw => ({
  end: { kind: 'exit', code: 0 },
  ...(reply === undefined ? {} : { reply }),
  stdout: '',
  stderr: '',
})

function replyOf(rule: Rule, input: JsonObject, { event }: Job, rim: RuleRunnerRim): JsonObject {
  const { verdict } = rule
  const gate = event.row.gate.kind
  return {
    ...rule.says,
    ...(verdict === undefined
      ? {}
      : gate === 'continue' && verdict !== 'ask'
        ? { continue: verdict === 'allow' }
        : { permission: verdict }),
    ...rewriteInput(rule, input, rim),
  }
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
