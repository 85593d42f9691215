/** A model that plays a script: the same conversation every time, for tests, demonstrations and rehearsals of hooks. */
import { readFileSync } from 'node:fs'
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import type { AgentModel, LanguageModelV3, Purpose } from './model.ts'
import { SetupError } from './setup-error.ts'

const count = z.int().nonnegative()
const turnShape = z
  .strictObject({
    thinking: z.string().optional(),
    text: z.string().optional(),
    tools: z
      .array(z.strictObject({ name: z.string(), input: z.record(z.string(), z.unknown()).default({}) }))
      .optional(),
    usage: z
      .strictObject({
        input_tokens: count,
        output_tokens: count,
        cache_read_tokens: count.optional(),
        cache_write_tokens: count.optional(),
      })
      .partial()
      .optional(),
    error: z.string().optional(),
  })
  .refine((turn) => Object.keys(turn).some((key) => key !== 'usage'), 'says nothing: thinking, text, tools or error')
const scriptShape = z.strictObject({
  turns: z.array(turnShape),
  /** By the description in the call of Task. */
  subagents: z.record(z.string(), z.array(turnShape)).default({}),
  compaction: z.array(turnShape).default([]),
  completion: z.array(turnShape).default([]),
})
type Turn = z.infer<typeof turnShape>
type StreamPart = Awaited<ReturnType<LanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

/** Throws with file, line and column where the script cannot be used. */
export function scriptedModel(file: string): AgentModel {
  const script = readScript(file)
  const played = new Map<Purpose, number>()
  const next = (purpose: Purpose): Turn => {
    const at = played.get(purpose) ?? 0
    played.set(purpose, at + 1)
    const turn = turnsOf(script, purpose)[at]
    if (turn !== undefined) return turn
    throw new Error(
      `the script ${file} has no turn ${at + 1} in "${purpose}". A conversation ends with a turn that calls no tool: add one there`,
    )
  }
  return { name: `scripted:${file}`, forPurpose: (purpose) => playing(file, () => next(purpose)) }
}

function turnsOf(script: z.infer<typeof scriptShape>, purpose: Purpose): readonly Turn[] {
  if (purpose === 'turns' || purpose === 'compaction' || purpose === 'completion') return script[purpose]
  return script.subagents[purpose.slice('subagents/'.length)] ?? []
}

function playing(file: string, next: () => Turn): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId: file,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('a scripted model streams only')),
    doStream: async () => {
      const parts = partsOf(next())
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part)
            controller.close()
          },
        }),
      }
    },
  }
}

let calls = 0

function partsOf({ thinking, text, tools = [], usage = {}, error }: Turn): readonly StreamPart[] {
  const block = (type: 'text' | 'reasoning', words: string | undefined): readonly StreamPart[] =>
    words === undefined
      ? []
      : [
          { type: `${type}-start`, id: type },
          { type: `${type}-delta`, id: type, delta: words },
          { type: `${type}-end`, id: type },
        ]
  const asked = tools.map(({ name, input }): StreamPart => {
    calls += 1
    return { type: 'tool-call', toolCallId: `call_${calls}`, toolName: name, input: JSON.stringify(input) }
  })
  const said: readonly StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    ...block('reasoning', thinking),
    ...block('text', text),
  ]
  if (error !== undefined) return [...said, { type: 'error', error: new Error(error) }]
  const reason = asked.length > 0 ? 'tool-calls' : 'stop'
  return [...said, ...asked, { type: 'finish', finishReason: { unified: reason, raw: reason }, usage: usageOf(usage) }]
}

const usageOf = (usage: NonNullable<Turn['usage']>) => ({
  inputTokens: {
    total: usage.input_tokens,
    noCache: undefined,
    cacheRead: usage.cache_read_tokens,
    cacheWrite: usage.cache_write_tokens,
  },
  outputTokens: { total: usage.output_tokens, text: undefined, reasoning: undefined },
})

/** JSON is YAML too, so one reader does, and it knows where everything stands. A bare list is the conversation's turns. */
function readScript(file: string): z.infer<typeof scriptShape> {
  const lines = new LineCounter()
  const document = parseDocument(readText(file), { lineCounter: lines })
  const fail = (offset: number, why: string): never => {
    const { line, col } = lines.linePos(offset)
    throw new SetupError(`${file}:${line}:${col} ${why}`)
  }
  const broken = document.errors[0]
  if (broken !== undefined) return fail(broken.pos[0], broken.message.split('\n')[0] ?? broken.message)
  const isList = isSeq(document.contents)
  const value: unknown = document.toJS()
  const read = scriptShape.safeParse(isList ? { turns: value } : value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const path = (issue?.path ?? []).slice(isList ? 1 : 0)
  const where = path.length === 0 ? 'the script' : path.join('.')
  return fail(offsetOf(document, path), `${where}: ${issue?.message ?? 'is wrong'}`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new SetupError(`the script ${file} cannot be read: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

/** Of the deepest part of the path that is there: what is missing has no place of its own. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.range != null) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}
