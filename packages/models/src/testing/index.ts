/**
 * `@hookline/models/testing`: real model endpoints on loopback, driven by a script.
 *
 * One server speaks Anthropic Messages, OpenAI Chat Completions, OpenAI Responses and Gemini (the path chooses one),
 * streaming or not. The n-th request gets the n-th turn; or a function chooses the answer from the request. Requests are recorded.
 *
 * @example
 * const server = await startModelServer([
 *   { thinking: 'let me look', toolCalls: [{ name: 'Shell', input: { command: 'ls' } }], usage: { input: 900, output: 40 } },
 *   { fault: 'status', status: 429, retryAfter: 1 },
 *   { text: 'done' },
 * ])
 * const found = resolveModel('anthropic:claude', { settings, env: {}, flags: { baseUrl: server.baseUrl, apiKey: 'k' } })
 * …
 * expect(server.requests[0]?.body.messages).toEqual(…)
 * await server.close()
 *
 * Faults: `hang`, `garbage`, `reset` (half an answer, then a broken connection), `status` (401, 429 with `retryAfter`, 500 …);
 * `{ key }` refuses other keys with 401; `delayMs` and `pieceMs` make an answer slow; no server listens at `refusedUrl()`.
 */
export {
  type ModelRequest,
  type ModelServer,
  type ModelServerOptions,
  refusedUrl,
  type Script,
  startModelServer,
} from './server.ts'
export type { Answer, Fault, ToolCall, Turn, TurnUsage } from './turn.ts'
