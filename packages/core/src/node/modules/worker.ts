/**
 * The program that runs inside a worker, as text, because a bundle has no file for it. It loads one module, calls its hooks
 * one at a time, and sends back what they return. It is CommonJS, so that it starts without a loader.
 */
import { triedFields } from '../../runners/returned.ts'
import { sdkFallbackProgram } from './own-sdk.ts'

const program = `
${sdkFallbackProgram}
const textOf = (error) => {
  try {
    return error instanceof Error ? String(error.stack ?? error.message) : String(error)
  } catch {
    return 'an error that cannot be read'
  }
}
let loading

const readableFields = (value) => {
  const fields = {}
  let names = ${JSON.stringify(triedFields)}
  try { names = Object.keys(value) } catch {}
  for (const name of names) {
    try {
      const text = JSON.stringify(value[name])
      if (text !== undefined) Object.defineProperty(fields, name, { value: JSON.parse(text), enumerable: true })
    } catch {}
  }
  return fields
}

const toReply = (value) => {
  try {
    return { kind: 'returned', text: value === undefined ? undefined : JSON.stringify(value) }
  } catch (error) {
    return { kind: 'returned', text: JSON.stringify(readableFields(value)), unwritable: textOf(error) }
  }
}

const hooksIn = (exported) => {
  const all = Object.values(exported).flat()
  return [...new Set([exported.default, ...all].flat())].filter((one) => typeof one?.run === 'function')
}

function findHook(exported, event) {
  const hooks = hooksIn(exported)
  const own = hooks.find((one) => one.event === event) ?? hooks.find((one) => one.event === undefined)
  if (own !== undefined) return { run: (input, context) => own.run(input, context) }
  if (typeof exported.default === 'function') return { run: exported.default }
  const events = hooks.map((one) => one.event).join(', ')
  return { missing: events === '' ? 'it exports no hook; add: export default defineHook(…)' : 'its hooks are for ' + events }
}

receive(async ({ event, stdin, context }) => {
  let exported
  try {
    loading ??= import(workerData.url)
    exported = await loading
  } catch (error) {
    return reply({ kind: 'unloaded', message: textOf(error) })
  }
  const { run, missing } = findHook(exported, event)
  if (missing !== undefined) return reply({ kind: 'unloaded', message: missing })
  try {
    const signal = AbortSignal.timeout(context.timeoutMs)
    const value = await run(JSON.parse(stdin), { ...context, signal })
    reply(toReply(value))
  } catch (error) {
    reply({ kind: 'threw', message: textOf(error) })
  }
})
`

/** Runs in a thread of the engine's process. */
export const threadProgram = `
const { parentPort, workerData } = require('node:worker_threads')
const receive = (handle) => parentPort.on('message', handle)
const reply = (message) => parentPort.postMessage(message)
${program}`

/** Runs in its own process, which exits together with the engine's. */
export const processProgram = `
const workerData = JSON.parse(process.argv[1])
const [send, exit] = [process.send.bind(process), process.exit.bind(process)]
const receive = (handle) => process.on('message', handle).on('disconnect', () => exit())
const reply = (message) => send(message)
${program}`

/** The same for a process that starts before its module is known. The first message names the module and its caller. */
export const waitingProgram = `
const [send, exit] = [process.send.bind(process), process.exit.bind(process)]
process.on('disconnect', () => exit())
process.once('message', ({ module: workerData, env, cwd }) => {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  process.argv[1] = JSON.stringify(workerData)
  const receive = (handle) => process.on('message', handle)
  const reply = (message) => send(message)
${program}
})`
