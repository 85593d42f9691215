/**
 * What runs inside a worker, as text: a bundle has no file for it. It loads one module and calls its hooks, one at a time,
 * and says what they returned. CommonJS, so that it starts without a loader of its own.
 */
import { sdkText } from './own-sdk.ts'

const program = `
${sdkText}
const textOf = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
let loading

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
  return { missing: events === '' ? 'it exports no hook: export default defineHook(…)' : 'its hooks are for ' + events }
}

hear(async ({ event, stdin, context }) => {
  let exported
  try {
    loading ??= import(workerData.url)
    exported = await loading
  } catch (error) {
    return say({ kind: 'unloaded', message: textOf(error) })
  }
  const { run, missing } = findHook(exported, event)
  if (missing !== undefined) return say({ kind: 'unloaded', message: missing })
  try {
    const signal = AbortSignal.timeout(context.timeoutMs)
    const value = await run(JSON.parse(stdin), { ...context, signal })
    say({ kind: 'returned', text: value === undefined ? undefined : JSON.stringify(value) })
  } catch (error) {
    say({ kind: 'threw', message: textOf(error) })
  }
})
`

/** In a thread of the engine's process. */
export const inThread = `
const { parentPort, workerData } = require('node:worker_threads')
const hear = (answer) => parentPort.on('message', answer)
const say = (message) => parentPort.postMessage(message)
${program}`

/** In a process of its own, which ends with the one that asks. */
export const inProcess = `
const workerData = JSON.parse(process.argv[1])
const [send, ended] = [process.send.bind(process), process.exit.bind(process)]
const hear = (answer) => process.on('message', answer).on('disconnect', () => ended())
const say = (message) => send(message)
${program}`
