/** The input of a record, field by field, with a remark for each part that was erased, replaced or cut. */

import type { LogRecord } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { commonFields, isObject } from '@hookline/core/protocol'
import { clip, json, oneLine, plain } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { changedFields } from '../trigger/changed-fields.ts'
import { jsonLine } from './as-json.ts'
import { isPrivate } from './record-text.ts'

const MOST_CHARACTERS = 300
const SHORT = 90

export function inputLines(record: LogRecord, style: Style): readonly string[] {
  const shown = ownFields(record.originalInput ?? record.input)
  const width = Math.min(16, Math.max(9, ...Object.keys(shown).map((name) => name.length)))
  const fields = Object.entries(shown).flatMap(([name, value]) => {
    const [first = '', ...more] = valueLines(value)
    return [
      `  ${style.dim(oneLine(name).padEnd(width))}  ${first}`,
      ...more.map((text) => `  ${' '.repeat(width)}  ${text}`),
    ]
  })
  return [...fields, ...rewritten(record, style), ...removedParts(record, style)]
}

/** Leaves out the common fields: they are shown above, or are of no interest to a person. `--json` has all of them. */
const ownFields = (input: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== null && !Object.hasOwn(commonFields, name)),
  )

function valueLines(value: unknown): readonly string[] {
  if (isPrivate(value)) return [`(private: ${value.length} characters, not kept; sha256 ${value.sha256.slice(0, 12)}…)`]
  if (isObject(value) && value.cut === true) return [`(too long to keep${lengthOf(value)})`]
  if (typeof value === 'string') return plain(clip(value, MOST_CHARACTERS)).split('\n')
  if (isObject(value) || Array.isArray(value)) {
    const short = jsonLine(value)
    return short.length <= SHORT ? [short] : clip(json(value), 4 * MOST_CHARACTERS).split('\n')
  }
  return [String(value)]
}

const lengthOf = ({ length }: JsonObject): string => (typeof length === 'number' ? `: ${length} characters` : '')

function rewritten({ originalInput, input }: LogRecord, style: Style): readonly string[] {
  if (originalInput === undefined) return []
  const shown = (value: unknown) => clip(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), 200)
  return changedFields(originalInput, input).flatMap(({ path, from, to }) => [
    `  ${style.dim('rewritten')}  ${oneLine(path)}`,
    ...(from === undefined ? [] : [`             ${style.red(`- ${shown(from)}`)}`]),
    ...(to === undefined ? [] : [`             ${style.green(`+ ${shown(to)}`)}`]),
  ])
}

/** Where the record differs from what the hooks saw and answered. */
function removedParts({ erased, redacted, cut, capture }: LogRecord, style: Style): readonly string[] {
  const secrets = redacted.map(({ path, kinds }) => `${path} (${kinds.join(', ')})`)
  const line = (name: string, text: string) => `  ${style.yellow(name)}  ${oneLine(text)}`
  return [
    ...(erased.length === 0
      ? []
      : [line('erased  ', `${erased.join(', ')}: private${capture === 'lean' ? ', and capture is lean' : ''}`)]),
    ...(secrets.length === 0 ? [] : [line('replaced', `${secrets.join(', ')}: looked like secrets`)]),
    ...(cut.length === 0
      ? []
      : [line('cut     ', cut.map(({ path, length }) => `${path} (was ${length})`).join(', '))]),
  ]
}
