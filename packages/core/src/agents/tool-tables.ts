/** What the tables of agents say about tools, made from the rows of their tools. */
import type { AgentRow } from '../ports.ts'
import type { JsonObject } from '../schema.ts'
import type { AgentTool } from './agent.ts'

/** Its tools without a counterpart in Hookline. */
export const otherTools = (rows: Readonly<Record<string, AgentTool>>): ReadonlySet<string> =>
  new Set(Object.keys(rows).filter((name) => rows[name]?.ours === undefined))

/** Why the output of a read cannot be replaced: only a whole text can. The agent decides by the file extension what is text. */
const whyNotWholeText =
  (notText: RegExp) =>
  ({ file_path, offset, limit, pages }: JsonObject): string | undefined => {
    if (offset != null || limit != null || pages != null) return 'only a part of the file is read'
    return notText.test(String(file_path)) ? 'the file is not read as text' : undefined
  }

/** A read can be refused, and its text replaced in the agent's own event `at`, when `tool` has read the file. `notText` matches what it does not read as text. */
export const replaceableRead = (at: string, tool: string, notText: RegExp, except: string): AgentRow => ({
  refusal: 'stops',
  rewrites: { updated_content: { at, tool, unless: whyNotWholeText(notText), except } },
})

/** The agent's report that a subagent has started ignores denials; the call of the tool that starts it does not. */
export const subagentByToolCall: AgentRow = {
  refusal: ({ subagent_id }) => (subagent_id == null ? 'stops' : 'later'),
  needs: ['PreToolUse'],
}
