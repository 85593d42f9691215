/** A model that plays a script, with the same conversation every time: for tests, demonstrations and trying hooks. */
import { readFileSync } from 'node:fs'
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { SetupError } from '../setup-error.ts'
import type { AgentModel, LanguageModelV3, Purpose } from './model.ts'

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
  .refine((turn) => Object.keys(turn).some((key) => key !== 'usage'), 'is empty: add thinking, text, tools or error')
const scriptShape = z.strictObject({
  turns: z.array(turnShape),
  /** The key is the `description` in the call of Task. */
  subagents: z.record(z.string(), z.array(turnShape)).default({}),
  compaction: z.array(turnShape).default([]),
  completion: z.array(turnShape).default([]),
})
type Turn = z.infer<typeof turnShape>
type StreamPart = Awaited<ReturnType<LanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

/** Throws a `SetupError` with file, line and column if the script is invalid. */
export function loadScriptedModel(file: string): AgentModel {
  const script = readScript(file)
  const playedTurns = new Map<Purpose, number>()
  const takeTurn = (purpose: Purpose): Turn => {
    const index = playedTurns.get(purpose) ?? 0
    playedTurns.set(purpose, index + 1)
    const turn = selectTurns(script, purpose)[index]
    if (turn !== undefined) return turn
    throw new Error(
      `the script ${file} has no turn ${index + 1} in "${purpose}". Add a last turn there that calls no tool.`,
    )
  }
  return { name: `scripted:${file}`, forPurpose: (purpose) => createPlayer(file, () => takeTurn(purpose)) }
}

function selectTurns(script: z.infer<typeof scriptShape>, purpose: Purpose): readonly Turn[] {
  if (purpose === 'turns' || purpose === 'compaction' || purpose === 'completion') return script[purpose]
  return script.subagents[purpose.slice('subagents/'.length)] ?? []
}

function createPlayer(file: string, takeTurn: () => Turn): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId: file,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('a scripted model only supports streaming')),
    doStream: async () => {
      const parts = buildParts(takeTurn())
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

/** Makes the ids of tool calls unique in this process. */
let callCount = 0

function buildParts({ thinking, text, tools = [], usage = {}, error }: Turn): readonly StreamPart[] {
  const buildBlock = (type: 'text' | 'reasoning', content: string | undefined): readonly StreamPart[] =>
    content === undefined
      ? []
      : [
          { type: `${type}-start`, id: type },
          { type: `${type}-delta`, id: type, delta: content },
          { type: `${type}-end`, id: type },
        ]
  const toolCalls = tools.map(({ name, input }): StreamPart => {
    callCount += 1
    return { type: 'tool-call', toolCallId: `call_${callCount}`, toolName: name, input: JSON.stringify(input) }
  })
  const content: readonly StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    ...buildBlock('reasoning', thinking),
    ...buildBlock('text', text),
  ]
  if (error !== undefined) return [...content, { type: 'error', error: new Error(error) }]
  const reason = toolCalls.length > 0 ? 'tool-calls' : 'stop'
  return [
    ...content,
    ...toolCalls,
    { type: 'finish', finishReason: { unified: reason, raw: reason }, usage: buildUsage(usage) },
  ]
}

const buildUsage = (usage: NonNullable<Turn['usage']>) => ({
  inputTokens: {
    total: usage.input_tokens,
    noCache: undefined,
    cacheRead: usage.cache_read_tokens,
    cacheWrite: usage.cache_write_tokens,
  },
  outputTokens: { total: usage.output_tokens, text: undefined, reasoning: undefined },
})

/** The YAML parser also reads JSON, and it knows the location of every node. A bare list is short for `turns`. */
function readScript(file: string): z.infer<typeof scriptShape> {
  const lines = new LineCounter()
  const document = parseDocument(readScriptText(file), { lineCounter: lines })
  const fail = (offset: number, message: string): never => {
    const { line, col } = lines.linePos(offset)
    throw new SetupError(`${file}:${line}:${col} ${message}`)
  }
  const syntaxError = document.errors[0]
  if (syntaxError !== undefined)
    return fail(syntaxError.pos[0], syntaxError.message.split('\n')[0] ?? syntaxError.message)
  const isList = isSeq(document.contents)
  const value: unknown = document.toJS()
  const result = scriptShape.safeParse(isList ? { turns: value } : value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = (issue?.path ?? []).slice(isList ? 1 : 0)
  const name = path.length === 0 ? 'the script' : path.join('.')
  return fail(findOffset(document, path), `${name}: ${issue?.message ?? 'is invalid'}`)
}

function readScriptText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new SetupError(`the script ${file} cannot be read: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

/** Returns the offset of the deepest node on the path that exists, because a missing node has no location. */
function findOffset(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.range != null) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}
