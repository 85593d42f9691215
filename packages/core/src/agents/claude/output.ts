/** What a tool of Claude Code gave, once more as a gate's input, and the output with another text (CONTRACT §6). */

import type { Recheck } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { numberOf, parsed, textOf } from '../values.ts'
import { within } from './acts.ts'
import { claudeNames } from './events.ts'

const READ = 'Read'

/** The gate before a read, asked again about what the model would get. */
export function recheck(name: EventName, input: JsonObject): Recheck | undefined {
  if (claudeNames[name] !== 'PostToolUse' || input.tool_name !== READ) return undefined
  const [part] = within('preToolUse', input)
  const response = parsed(input.tool_output)
  const object = isObject(response) ? response : {}
  // A file that is unchanged since an earlier read is not shown again.
  if (part === undefined || object.type === 'file_unchanged') return undefined
  const file = isObject(object.file) ? object.file : {}
  const shown = readShown(response, file)
  return {
    ...part,
    input: (readText) => ({
      ...part.input((path) => judgedText(shown, () => readText(path))),
      ...shown.range,
    }),
    output: (text) => textOutput(text, file, input),
    answer: (text) => ({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: textOutput(text, file, input) },
    }),
  }
}

interface Shown {
  /** What the model would get, as far as it is text. */
  readonly text?: string
  /** Present where a text of ours cannot stand for the whole: the gate's rewrite is then a refusal, and the output is withheld. */
  readonly range?: { readonly offset: unknown; readonly limit: unknown }
}

/** The text in a response of Read. Any form that is not known here counts as a part, so that it is never replaced by a guess. */
function readShown(response: unknown, file: JsonObject): Shown {
  const type = isObject(response) ? response.type : undefined
  const content = type === 'text' ? textOf(file.content) : undefined
  if (content !== undefined) {
    const isWhole = file.startLine === 1 && file.numLines === file.totalLines
    return {
      text: content,
      ...(isWhole ? {} : { range: { offset: file.startLine ?? 1, limit: file.numLines ?? 1 } }),
    }
  }
  if (typeof type === 'string' && judgedByFile.has(type)) return {}
  const text = textsIn(response).join('\n').replace(LINE_NUMBER, '')
  return text === '' ? {} : { text, range: { offset: 1, limit: text.split('\n').length } }
}

/** Forms of Read that are not one text: the gate judges the file itself. */
const judgedByFile: ReadonlySet<string> = new Set(['image', 'pdf', 'notebook', 'parts'])

/** Read shows a text with the number of each line before it. */
const LINE_NUMBER = /^ {0,10}\d{1,10}[\t→]/gm

/** Every text in a value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** A part is judged with the whole file around it, unless the file does not hold it (any more). */
function judgedText({ text, range }: Shown, readFile: () => string): string {
  if (text !== undefined && range === undefined) return text
  const whole = readFile()
  return text === undefined || whole.includes(text) ? whole : text
}

/**
 * The form that the Read tool itself has. Measured on Claude Code: a text or a list in `updatedToolOutput` of Read is ignored
 * without a message, and the model gets the original. So whatever form the response had, the answer has this one.
 */
function textOutput(content: string, file: JsonObject, input: JsonObject): JsonObject {
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
