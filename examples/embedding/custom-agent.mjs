// An agent in forty lines with any OpenAI-compatible endpoint and one tool. Hooks run at every step.
//   BASE_URL=http://127.0.0.1:11434/v1 MODEL=qwen3 node examples/embedding/custom-agent.mjs "how many files are here?"
import { createHooks, createHost, HooklineError } from '@hookline/core/node'

const { BASE_URL, MODEL, API_KEY = 'none' } = process.env
const parameters = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] }
const tools = [{ type: 'function', function: { name: 'Shell', description: 'Runs a shell command.', parameters } }]

const hooks = await createHooks({ workspaceRoots: [process.cwd()], log: {} })
const session = createHost(hooks).session({ model: MODEL })
const messages = [{ role: 'system', content: (await session.start()).context ?? 'You are a coding agent.' }]

async function ask() {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${API_KEY}` }
  const body = JSON.stringify({ model: MODEL, messages, tools })
  const response = await fetch(`${BASE_URL}/chat/completions`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${BASE_URL} answered ${response.status}: ${await response.text()}`)
  messages.push((await response.json()).choices[0].message)
  return messages.at(-1)
}

async function call({ id, function: { arguments: given } }) {
  try {
    const { output, exitCode, context = '' } = await session.shell(JSON.parse(given).command, { id, timeoutMs: 60_000 })
    return `exit ${exitCode}\n${output}\n${context}`
  } catch (error) {
    if (!(error instanceof HooklineError)) throw error
    console.error(error.clientVisibleErrorMessage ?? error.message) // for the person
    return error.modelVisibleErrorMessage ?? error.message // for the model
  }
}

const task = process.argv[2] ?? 'Say hello.'
const { context = '' } = await session.submitPrompt(task)
for (let next = `${task}\n${context}`; next !== undefined; next = (await session.stop('completed')).followUp?.text) {
  messages.push({ role: 'user', content: next })
  let answer = await ask()
  for (; answer.tool_calls?.length > 0; answer = await ask())
    for (const one of answer.tool_calls) messages.push({ role: 'tool', tool_call_id: one.id, content: await call(one) })
  const { shown, userMessage } = await session.response(answer.content ?? '')
  console.log(shown ? answer.content : userMessage)
}
await session.end('completed')
await hooks.close()
