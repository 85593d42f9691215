/** What a tool of Claude Code gave, once more as a gate's input, and the output with another text (CONTRACT §6). */
import type { Recheck } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { isObject } from '../../schema.ts'
import { type Json, numberOf, parsed, textOf } from '../values.ts'
import { within } from './acts.ts'
import { claudeNames } from './events.ts'

const READ = 'Read'

/** The gate before a read, asked again about what the model would get. */
export function recheck(name: EventName, input: Json): Recheck | undefined {
  if (claudeNames[name] !== 'PostToolUse' || input.tool_name !== READ) return undefined
  const part = within('preToolUse', input)
  const response = parsed(input.tool_output)
  // A file that is unchanged since an earlier read is not shown again.
  if (part === undefined || !isObject(response) || response.type === 'file_unchanged') return undefined
  const file = isObject(response.file) ? response.file : {}
  const text = response.type === 'text' ? textOf(file.content) : undefined
  const isWhole = text !== undefined && file.startLine === 1 && file.numLines === file.totalLines
  return {
    ...part,
    input: (readText) => ({
      ...part.input(isWhole ? () => text : readText),
      // Marked as a part, so that no rewrite of the whole is taken for one of this.
      ...(text === undefined || isWhole ? {} : { offset: file.startLine ?? 1, limit: file.numLines ?? 1 }),
    }),
    output: (shown) => textOutput(shown, file, input),
    answer: (shown) => ({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: textOutput(shown, file, input) },
    }),
  }
}

/** The form that the Read tool itself has: any other is dropped without a word, and the model gets the original. */
function textOutput(content: string, file: Json, input: Json): Json {
  const lines = content.split('\n').length
  const asked = isObject(input.tool_input) ? input.tool_input.file_path : undefined
  return {
    type: 'text',
    file: {
      filePath: textOf(file.filePath) ?? textOf(asked) ?? '',
      content,
      numLines: lines,
      startLine: 1,
      totalLines: Math.max(lines, numberOf(file.totalLines) ?? lines),
    },
  }
}
