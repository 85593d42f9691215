/** Lets the read gate check the output of Claude Code's Read tool again, and replaces its text (CONTRACT §6). */

import type { Recheck } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { within } from '../tool-calls/parts.ts'
import { numberOf, parseJson, textOf } from '../values.ts'
import { claudeNames } from './events.ts'

const READ = 'Read'

/** The input with which the gate before a read decides again, now about the text that the model would get. */
export function recheck(name: EventName, input: JsonObject): Recheck | undefined {
  if (claudeNames[name] !== 'PostToolUse' || input.tool_name !== READ) return undefined
  const [part] = within('preToolUse', input)
  const response = parseJson(input.tool_output)
  const object = isObject(response) ? response : {}
  // A file that is unchanged since an earlier read is not shown again.
  if (part === undefined || object.type === 'file_unchanged') return undefined
  const file = isObject(object.file) ? object.file : {}
  const shown = readShown(response, file)
  return {
    ...part,
    input: (readText) => ({
      ...part.input((path) => textToCheck(shown, () => readText(path))),
      ...shown.range,
    }),
    output: (text) => textOutput(text, file, input),
    answer: (text) => ({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: textOutput(text, file, input) },
    }),
  }
}

interface Shown {
  /** The text that the model would get, if it is text. */
  readonly text?: string
  /** Present if the output is only a part of the file and cannot be replaced. A rewrite then counts as a denial, and the output is withheld. */
  readonly range?: { readonly offset: unknown; readonly limit: unknown }
}

/** Reads the text in a response of Read. An unknown form counts as a part, so that it is never replaced wrongly. */
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
  if (typeof type === 'string' && checkedAsFile.has(type)) return {}
  const text = stringsIn(response).join('\n').replace(LINE_NUMBER, '')
  return text === '' ? {} : { text, range: { offset: 1, limit: text.split('\n').length } }
}

/** Forms of Read that are not a single text. The gate then checks the file itself. */
const checkedAsFile: ReadonlySet<string> = new Set(['image', 'pdf', 'notebook', 'parts'])

/** Read prefixes each line of a text with its number. */
const LINE_NUMBER = /^ {0,10}\d{1,10}[\t→]/gm

/** Every string in a value, at any depth. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

/** For a part, the gate checks the whole file, unless the file no longer contains the part. */
function textToCheck({ text, range }: Shown, readFile: () => string): string {
  if (text !== undefined && range === undefined) return text
  const whole = readFile()
  return text === undefined || whole.includes(text) ? whole : text
}

/**
 * The output in the form of the Read tool. As measured, Claude Code ignores a string or a list in `updatedToolOutput` of Read
 * without a message, and the model gets the original. So the reply always has this form.
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
