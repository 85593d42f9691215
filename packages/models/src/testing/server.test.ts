import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { noModelSettings, resolveModel } from '../index.ts'
import { type ModelServer, refusedUrl, type Script, startModelServer } from './index.ts'

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(script: Script, key?: string): Promise<ModelServer> {
  const server = await startModelServer(script, key === undefined ? {} : { key })
  servers.push(server)
  return server
}

function at(baseUrl: string, provider: string, apiKey = 'k'): LanguageModelV3 {
  const found = resolveModel(`${provider}:m`, { settings: noModelSettings, env: {}, flags: { baseUrl, apiKey } })
  if (!found.ok) throw new Error(found.problem.message)
  return found.value.model
}

const call: LanguageModelV3CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
  tools: [{ type: 'function', name: 'Shell', inputSchema: { type: 'object', properties: {} } }],
}

async function parts(stream: ReadableStream<LanguageModelV3StreamPart>): Promise<readonly LanguageModelV3StreamPart[]> {
  const all: LanguageModelV3StreamPart[] = []
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV3StreamPart>) all.push(part)
  return all
}
const joinDeltas = (all: readonly LanguageModelV3StreamPart[], type: 'text-delta' | 'reasoning-delta') =>
  all.flatMap((part) => (part.type === type ? [part.delta] : [])).join('')

describe.each(['anthropic', 'openai', 'openai-chat'])('through the package of %s', (provider) => {
  const turn = {
    thinking: 'let me look',
    text: 'I list the files.',
    toolCalls: [{ id: 'call_9', name: 'Shell', input: { command: 'ls "a b"' } }],
    usage: { input: 900, output: 40, cacheRead: 300 },
  }

  test('thinking, text, a tool call and the tokens arrive whole', async () => {
    const server = await serve([turn])
    const { content, usage, finishReason } = await at(server.baseUrl, provider).doGenerate(call)
    expect(content.find((part) => part.type === 'reasoning')).toMatchObject({ text: 'let me look' })
    expect(content.find((part) => part.type === 'text')).toMatchObject({ text: 'I list the files.' })
    const called = content.find((part) => part.type === 'tool-call')
    expect(called).toMatchObject({ toolName: 'Shell', toolCallId: 'call_9' })
    expect(JSON.parse(String(called?.type === 'tool-call' && called.input))).toEqual({ command: 'ls "a b"' })
    expect(usage.inputTokens).toMatchObject({ total: 900, cacheRead: 300 })
    expect(usage.outputTokens.total).toBe(40)
    expect(finishReason.unified).toBe('tool-calls')
    expect(server.requests[0]).toMatchObject({ key: 'k', stream: false, body: { model: 'm' } })
  })

  test('the same as a stream', async () => {
    const server = await serve([turn])
    const all = await parts((await at(server.baseUrl, provider).doStream(call)).stream)
    expect(joinDeltas(all, 'reasoning-delta')).toBe('let me look')
    expect(joinDeltas(all, 'text-delta')).toBe('I list the files.')
    const called = all.find((part) => part.type === 'tool-call')
    expect(JSON.parse(String(called?.type === 'tool-call' && called.input))).toEqual({ command: 'ls "a b"' })
    expect(all.find((part) => part.type === 'finish')).toMatchObject({
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 900, cacheRead: 300 }, outputTokens: { total: 40 } },
    })
    expect(server.requests[0]?.stream).toBe(true)
  })

  test('turns follow one another, and a function may choose them', async () => {
    const server = await serve(({ index }) => ({ text: `turn ${index}`, stop: index === 1 ? 'length' : 'end' }))
    const model = at(server.baseUrl, provider)
    expect((await model.doGenerate(call)).content).toMatchObject([{ text: 'turn 0' }])
    expect((await model.doGenerate(call)).finishReason.unified).toBe('length')
  })

  test('errors carry their status and how long to wait', async () => {
    const server = await serve([{ fault: 'status', status: 429, retryAfter: 2 }])
    await expect(at(server.baseUrl, provider).doGenerate(call)).rejects.toMatchObject({
      statusCode: 429,
      responseHeaders: { 'retry-after': '2' },
    })
    const locked = await serve([{ text: 'x' }], 'right')
    await expect(at(locked.baseUrl, provider, 'wrong').doGenerate(call)).rejects.toMatchObject({ statusCode: 401 })
  })

  test('garbage, half an answer and a closed port are errors', async () => {
    const server = await serve([{ fault: 'garbage' }, { fault: 'reset' }])
    await expect(at(server.baseUrl, provider).doGenerate(call)).rejects.toThrow()
    await expect(at(server.baseUrl, provider).doGenerate(call)).rejects.toThrow()
    await expect(at(await refusedUrl(), provider).doGenerate(call)).rejects.toThrow(/connect/i)
  })

  test('half a stream is an error, after its first half', async () => {
    const server = await serve([{ fault: 'reset', text: 'one two three four five six' }])
    const { stream } = await at(server.baseUrl, provider).doStream(call)
    const reader = stream.getReader()
    let text = ''
    const drain = async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        if (value.type === 'error') throw value.error
        if (value.type === 'text-delta') text += value.delta
      }
    }
    await expect(drain()).rejects.toThrow()
    expect('one two three four five six').toContain(text)
  })

  test('nothing comes from a server that hangs until the caller gives up', async () => {
    const server = await serve([{ fault: 'hang' }])
    const caller = new AbortController()
    const asked = at(server.baseUrl, provider).doGenerate({ ...call, abortSignal: caller.signal })
    await vi.waitUntil(() => server.requests.length === 1, { timeout: 10_000 })
    caller.abort()
    await expect(asked).rejects.toThrow()
  })

  test('a structured answer is given as the request wants it', async () => {
    const server = await serve([{ json: { ok: false, reason: 'no' } }])
    const { content } = await at(server.baseUrl, provider).doGenerate({
      prompt: call.prompt,
      responseFormat: {
        type: 'json',
        schema: { type: 'object', properties: { ok: { type: 'boolean' }, reason: { type: 'string' } } },
      },
    })
    const text = content.find((part) => part.type === 'text')
    expect(JSON.parse(String(text?.type === 'text' && text.text))).toEqual({ ok: false, reason: 'no' })
  })
})

test('a script that has ended says so', async () => {
  const server = await serve([])
  await expect(at(server.baseUrl, 'openai-chat').doGenerate(call)).rejects.toMatchObject({ statusCode: 500 })
})

test('a query after the path changes nothing, and every answer has an id of its own', async () => {
  const server = await serve([{ text: 'one' }, { text: 'two' }])
  const ask = async () => {
    const answer = await fetch(`${server.baseUrl}/messages?beta=true`, { method: 'POST', body: '{"model":"m"}' })
    return (await answer.json()) as { id: string; content: unknown }
  }
  const [first, second] = [await ask(), await ask()]
  expect([first.content, second.content]).toEqual([[{ type: 'text', text: 'one' }], [{ type: 'text', text: 'two' }]])
  expect(first.id).not.toBe(second.id)
})

describe('the Gemini API', () => {
  const answer = {
    thinking: 'let me look',
    text: 'I list the files.',
    toolCalls: [{ id: 'call_9', name: 'run_shell_command', input: { command: 'ls' } }],
    usage: { input: 900, output: 40, cacheRead: 300, thinking: 10 },
  }
  const ask = (baseUrl: string, method: string, body: object = { contents: [] }) =>
    fetch(`${baseUrl.replace(/v1$/, 'v1beta')}/models/gemini-2.5-pro:${method}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': 'k' },
      body: JSON.stringify(body),
    })

  test('the path has the model, and a whole answer has thoughts, text, calls and tokens', async () => {
    const server = await serve([answer])
    expect(await (await ask(server.baseUrl, 'generateContent')).json()).toMatchObject({
      modelVersion: 'gemini-2.5-pro',
      candidates: [
        {
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts: [
              { text: 'let me look', thought: true },
              { text: 'I list the files.' },
              { functionCall: { id: 'call_9', name: 'run_shell_command', args: { command: 'ls' } } },
            ],
          },
        },
      ],
      usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 30, thoughtsTokenCount: 10, totalTokenCount: 940 },
    })
    expect(server.requests[0]).toMatchObject({ wire: 'gemini', key: 'k', stream: false, model: 'gemini-2.5-pro' })
  })

  test('a stream has the same parts, and only its last piece says why it ended', async () => {
    const server = await serve([answer, { text: '' }])
    const read = async () => {
      const text = await (await ask(server.baseUrl, 'streamGenerateContent?alt=sse')).text()
      const lines = text.split('\n').filter((line) => line.startsWith('data: '))
      return lines.map((line) => JSON.parse(line.slice(6)) as { candidates: { finishReason?: string }[] })
    }
    const chunks = await read()
    expect(JSON.stringify(chunks)).toContain('"functionCall":{"id":"call_9"')
    expect(chunks.map(({ candidates }) => candidates[0]?.finishReason).filter(Boolean)).toEqual(['STOP'])
    expect(server.requests[0]?.stream).toBe(true)
    expect(await read()).toHaveLength(1)
  })

  test('a structured answer is a call of the tool that the request insists on', async () => {
    const server = await serve([{ json: { ok: true } }, { json: { ok: true } }])
    const toolConfig = { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['judge'] } }
    const parts = async (body: object) => {
      const { candidates } = (await (await ask(server.baseUrl, 'generateContent', body)).json()) as {
        candidates: { content: { parts: unknown } }[]
      }
      return candidates[0]?.content.parts
    }
    expect(await parts({ toolConfig })).toMatchObject([{ functionCall: { name: 'judge', args: { ok: true } } }])
    expect(await parts({})).toEqual([{ text: '{"ok":true}' }])
  })
})

test('Responses: a call of a tool that takes text, and a call of a tool in a namespace', async () => {
  const toolCalls = [
    { name: 'apply_patch', input: {}, text: '*** Begin Patch' },
    { name: 'echo', namespace: 'mcp__everything', input: { message: 'hi' } },
  ]
  const server = await serve([{ toolCalls }, { toolCalls }])
  const ask = (body: object) => fetch(`${server.baseUrl}/responses`, { method: 'POST', body: JSON.stringify(body) })
  const calls = [
    { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: '*** Begin Patch' },
    { type: 'function_call', namespace: 'mcp__everything', name: 'echo', arguments: '{"message":"hi"}' },
  ]
  expect(await (await ask({ model: 'm' })).json()).toMatchObject({ output: calls })
  expect(await (await ask({ model: 'm', stream: true })).text()).toContain('response.custom_tool_call_input.done')
})
