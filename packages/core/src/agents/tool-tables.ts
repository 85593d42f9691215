/** What the tables of agents say about tools, made from the rows of their tools. */
import type { JsonObject } from '../schema.ts'
import type { AgentTool } from './agent.ts'

/** Its tools without a counterpart in Hookline. */
export const otherTools = (rows: Readonly<Record<string, AgentTool>>): ReadonlySet<string> =>
  new Set(Object.keys(rows).filter((name) => rows[name]?.ours === undefined))

/** Why the output of a read cannot be replaced: only a whole text can. The agent decides by the file extension what is text. */
export const whyNotWholeText =
  (notText: RegExp) =>
  ({ file_path, offset, limit, pages }: JsonObject): string | undefined => {
    if (offset != null || limit != null || pages != null) return 'only a part of the file is read'
    return notText.test(String(file_path)) ? 'the file is not read as text' : undefined
  }
