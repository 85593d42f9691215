/** Lets the read gate check the text that the model would get, for agents whose result of a read is the text itself. */

import type { Recheck } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { parseJson, textOf } from '../values.ts'
import { within } from './parts.ts'

/** `answer` is the agent's reply that replaces the result. `shownText` finds the file's text in it. Absent: all of it. */
export const createReadRecheck =
  (answer: (content: string) => JsonObject, shownText: (output: string) => string | undefined = (output) => output) =>
  (name: EventName, input: JsonObject): Recheck | undefined => {
    if (name !== 'postToolUse' || input.tool_name !== 'Read') return undefined
    const [part] = within('preToolUse', input)
    if (part === undefined) return undefined
    const response = parseJson(input.tool_output)
    const output = isObject(response) ? textOf(response.output) : undefined
    const text = output === undefined ? undefined : shownText(output)
    return {
      ...part,
      input: (readText) => {
        // Only the text of a whole file can be replaced. Of a part, the gate checks the whole file.
        const path = textOf(part.input(() => '').file_path) ?? ''
        const isPart = text === undefined || withoutLastBreak(text) !== withoutLastBreak(readText(path))
        const shown = part.input(readText)
        return isPart ? { ...shown, offset: shown.offset ?? 1, limit: shown.limit ?? 1 } : shown
      },
      output: (content) => content,
      answer,
    }
  }

/** Agents that number the lines do not show whether the last one ends. */
const withoutLastBreak = (text: string): string => text.replace(/\n$/, '')
