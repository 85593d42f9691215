// Runs hooks around the tools of the Vercel AI SDK: wrap the table of tools and change nothing else.
//   BASE_URL=… MODEL=… node examples/embedding/ai-sdk-tools.mjs "what is the weather in Bern?"
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createHooks, createHost, HooklineError } from '@hookline/core/node'
import { generateText, stepCountIs, tool } from 'ai'
import { z } from 'zod'

/** Guards each `execute`. It gets the input that the hooks may have rewritten, and the model receives a denial as text. */
export function guardTools(session, tools) {
  const guard = (name, { execute, ...rest }) => ({
    ...rest,
    execute: async (input, options) => {
      try {
        const call = { id: options.toolCallId, signal: options.abortSignal }
        const { output, context } = await session.tool(name, input, (checked) => execute(checked, options), call)
        return context === undefined ? output : { output, context }
      } catch (error) {
        if (error instanceof HooklineError && error.modelVisibleErrorMessage) return error.modelVisibleErrorMessage
        throw error
      }
    },
  })
  return Object.fromEntries(Object.entries(tools).map(([name, one]) => [name, guard(name, one)]))
}

const hooks = await createHooks({ workspaceRoots: [process.cwd()], log: {} })
const host = createHost(hooks)
const session = host.session({ model: process.env.MODEL ?? 'qwen3' })
await session.start()

const weather = tool({
  description: 'The weather of a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, degrees: 21 }),
})
const provider = createOpenAICompatible({
  name: 'local',
  baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:11434/v1',
  apiKey: process.env.API_KEY ?? 'none',
})
const prompt = process.argv[2] ?? 'What is the weather in Bern?'
const { context } = await session.submitPrompt(prompt)
const { text } = await generateText({
  model: provider(process.env.MODEL ?? 'qwen3'),
  prompt: context === undefined ? prompt : `${prompt}\n\n${context}`,
  tools: guardTools(session, { weather }),
  stopWhen: stepCountIs(10),
})
const { shown, userMessage } = await session.response(text)
console.log(shown ? text : userMessage)
await session.stop('completed')
await session.end('completed')
await host.close()
await hooks.close()
