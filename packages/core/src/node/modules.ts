/** Module hooks in worker threads: loaded once, reused, loaded anew when the file changed, ended at the timeout. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Raw } from '../flow.ts'
import type { Files, Platform } from '../ports.ts'
import type { ModuleCall, ModuleEnd, Modules } from '../runners/module.ts'
import { stateDirectory } from '../sources/places.ts'
import { workerText } from './module-worker.ts'
import { lacksSdk, ownSdk } from './own-sdk.ts'

/** A module that is loaded; it answers one event at a time. */
interface Thread {
  readonly worker: Worker
  readonly path: string
  /** Of the file, when it was loaded. */
  readonly stamp: string
  /** What it prints belongs on the record, and never on our own output. */
  printed: string
}
type Said =
  | { readonly kind: 'returned'; readonly text?: string }
  | { readonly kind: 'threw' | 'unloaded'; readonly message: string }

const mostPrinted = 256 * 2 ** 10
const mostIdle = 4
const typeScript = /\.[mc]?ts$/

export function createModules(files: Pick<Files, 'isFile' | 'stamp'>, platform: Platform): Modules {
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  /** The modules that need the engine's own SDK. */
  const lacking = new Set<string>()
  let closed = false
  const take = (path: string): Thread => {
    const stamp = files.stamp(path)
    for (const old of idle.filter((one) => one.path === path && one.stamp !== stamp)) void end(remove(idle, old))
    const found = idle.find((one) => one.path === path)
    return found === undefined ? start(path, stamp, lacking.has(path) ? ownSdk() : undefined) : remove(idle, found)
  }
  const give = (thread: Thread, reusable: boolean) => {
    busy.delete(thread)
    const kept = idle.filter(({ path }) => path === thread.path).length < mostIdle
    if (!reusable || closed || !kept) return void end(thread)
    thread.worker.unref()
    idle.push(thread)
  }
  const answered = async (path: string, call: ModuleCall): Promise<ModuleEnd> => {
    const thread = take(path)
    busy.add(thread)
    thread.printed = ''
    thread.worker.ref()
    const began = performance.now()
    const { said, reusable, lacks } = await asked(thread, call, platform)
    give(thread, reusable)
    if (!lacks || lacking.has(path)) return said
    // In another thread, as this one remembers what it could not load.
    lacking.add(path)
    const timeoutMs = Math.max(1, Math.floor(call.timeoutMs - (performance.now() - began)))
    return answered(path, { ...call, timeoutMs })
  }
  return {
    async call(call) {
      const path = resolve(call.cwd, call.module)
      const refusal = whyNot(path, call, files)
      return refusal === undefined ? answered(path, call) : ended({ kind: 'spawn', message: refusal }, '')
    },
    async close() {
      closed = true
      await Promise.all([...idle.splice(0), ...busy].map(end))
    },
  }
}

function whyNot(path: string, { module, cwd }: ModuleCall, files: Pick<Files, 'isFile'>): string | undefined {
  if (!files.isFile(path)) return `the module ${module} is not there, seen from ${cwd}`
  // Absent before Node 22.10, false where types are not stripped.
  const strips = (process.features as { readonly typescript?: unknown }).typescript
  if (typeScript.test(path) && !strips)
    return `${module} is TypeScript, and Node ${process.version} does not run it: use Node 22.18 or later, or compile it to .mjs`
  return undefined
}

function start(path: string, stamp: string, sdk: string | undefined): Thread {
  const workerData = { url: pathToFileURL(path).href, sdk }
  const worker = new Worker(workerText, { eval: true, workerData, stdout: true, stderr: true, stdin: false })
  const thread: Thread = { worker, path, stamp, printed: '' }
  const keep = (text: Buffer) => {
    if (thread.printed.length < mostPrinted) thread.printed += text.toString('utf8')
  }
  worker.stdout.on('data', keep)
  worker.stderr.on('data', keep)
  // One that fails between two events is noticed by the next.
  worker.on('error', () => {})
  return thread
}

interface Asked {
  readonly said: ModuleEnd
  readonly reusable: boolean
  /** It could not be loaded for want of the SDK. */
  readonly lacks: boolean
}

/** Whatever happens first: an answer, the end of the thread, the end of its time, or of the event. */
function asked(thread: Thread, call: ModuleCall, platform: Platform): Promise<Asked> {
  const { worker } = thread
  return new Promise((done) => {
    const settle = (said: ModuleEnd, reusable: boolean, lacks = false) => {
      clearTimeout(timer)
      call.signal.removeEventListener('abort', cancel)
      worker.off('message', heard).off('error', failed).off('exit', gone)
      done({ said, reusable, lacks })
    }
    const over = (end: Raw['end']) => settle(ended(end, thread.printed), false)
    const heard = (said: Said) =>
      setImmediate(() =>
        settle(read(said, thread, call), said.kind !== 'unloaded', said.kind === 'unloaded' && lacksSdk(said.message)),
      )
    const failed = (error: unknown) => {
      thread.printed += textOf(error)
      over({ kind: 'exit', code: 1 })
    }
    const gone = (code: number) => over({ kind: 'exit', code: code === 0 ? 1 : code })
    const cancel = () => over({ kind: 'deadline', message: 'the event was cancelled' })
    const timer = setTimeout(() => over({ kind: 'timeout', afterMs: call.timeoutMs }), call.timeoutMs)
    call.signal.addEventListener('abort', cancel, { once: true })
    worker.on('message', heard).on('error', failed).on('exit', gone)
    const { roots } = rootsOf(call.stdin)
    const { cwd, env, timeoutMs, event, stdin } = call
    const context = { roots, cwd, env, timeoutMs, home: platform.home, state: stateDirectory(platform) }
    worker.postMessage({ event, stdin, context })
  })
}

function read(said: Said, { printed }: Thread, { module }: ModuleCall): ModuleEnd {
  if (said.kind === 'returned')
    return { kind: 'returned', value: said.text === undefined ? undefined : JSON.parse(said.text), printed }
  if (said.kind === 'unloaded')
    return ended(
      { kind: 'spawn', message: `cannot load ${module}: ${firstLine(said.message)}` },
      `${printed}${said.message}`,
    )
  return ended({ kind: 'exit', code: 1 }, `${printed}${said.message}`)
}

const ended = (end: Raw['end'], printed: string): ModuleEnd => ({ kind: 'ended', end, printed })
const end = async ({ worker }: Thread): Promise<void> => void (await worker.terminate())
const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? text

function remove(list: Thread[], thread: Thread): Thread {
  list.splice(list.indexOf(thread), 1)
  return thread
}

function rootsOf(stdin: string): { readonly roots: readonly string[] } {
  const { workspace_roots: roots } = JSON.parse(stdin) as { readonly workspace_roots?: unknown }
  return { roots: Array.isArray(roots) ? roots : [] }
}
