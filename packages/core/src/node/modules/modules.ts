/** Module hooks: loaded once, reused, loaded anew when the file changed, ended at the timeout. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Raw } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import type { ModuleCall, ModuleEnd, Modules } from '../../runners/module.ts'
import { isObject } from '../../schema.ts'
import { stateDirectory } from '../../sources/places.ts'
import { lacksSdk, ownSdk } from './own-sdk.ts'
import type { Lane, StartLane } from './thread.ts'

interface Thread {
  readonly lane: Lane
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

export function createModules(
  files: Pick<Files, 'isFile' | 'stamp'>,
  platform: Platform,
  startLane: StartLane,
): Modules {
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  /** The modules that need the engine's own SDK. */
  const lacking = new Set<string>()
  let closed = false
  const take = (path: string): Thread => {
    const stamp = files.stamp(path)
    for (const old of idle.filter((one) => one.path === path && one.stamp !== stamp)) void end(remove(idle, old))
    const found = idle.find((one) => one.path === path)
    if (found !== undefined) return remove(idle, found)
    const wanted = { url: pathToFileURL(path).href, sdk: lacking.has(path) ? ownSdk() : undefined }
    return start(path, stamp, (print) => startLane(wanted, print))
  }
  const give = (thread: Thread, reusable: boolean) => {
    busy.delete(thread)
    const kept = idle.filter(({ path }) => path === thread.path).length < mostIdle
    if (!reusable || closed || !kept) return void end(thread)
    thread.lane.hold(false)
    idle.push(thread)
  }
  const answered = async (path: string, call: ModuleCall): Promise<ModuleEnd> => {
    const thread = take(path)
    busy.add(thread)
    thread.printed = ''
    thread.lane.hold(true)
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

function start(path: string, stamp: string, begin: (print: (text: Buffer) => void) => Lane): Thread {
  const print = (text: Buffer) => {
    if (thread.printed.length < mostPrinted) thread.printed += text.toString('utf8')
  }
  const thread: Thread = { lane: begin(print), path, stamp, printed: '' }
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
  const { lane } = thread
  return new Promise((done) => {
    const settle = (said: ModuleEnd, reusable: boolean, lacks = false) => {
      clearTimeout(timer)
      call.signal.removeEventListener('abort', cancel)
      lane.deafen()
      done({ said, reusable, lacks })
    }
    const over = (end: Raw['end']) => settle(ended(end, thread.printed), false)
    const answered = (said: Said | undefined) => {
      if (said?.kind === 'unloaded') return settle(read(said, thread, call), false, lacksSdk(said.message))
      if (said !== undefined) return settle(read(said, thread, call), true)
      thread.printed += 'the module sent a message that is no answer'
      over({ kind: 'exit', code: 1 })
    }
    // What it printed before may still be on its way.
    const message = (said: unknown) => setImmediate(() => answered(saidBy(said)))
    const failed = (error: unknown) => {
      thread.printed += textOf(error)
      over({ kind: 'exit', code: 1 })
    }
    const gone = (code: number) => over({ kind: 'exit', code: code === 0 ? 1 : code })
    const cancel = () => over({ kind: 'deadline', message: 'the event was cancelled' })
    const timer = setTimeout(() => over({ kind: 'timeout', afterMs: call.timeoutMs }), call.timeoutMs)
    call.signal.addEventListener('abort', cancel, { once: true })
    lane.hear({ message, failed, gone })
    const { roots } = rootsOf(call.stdin)
    const { cwd, env, timeoutMs, event, stdin } = call
    const context = { roots, cwd, env, timeoutMs, home: platform.home, state: stateDirectory(platform) }
    lane.post({ event, stdin, context })
  })
}

/** A module can speak on our channel itself: what is none of our words is its mistake. */
function saidBy(given: unknown): Said | undefined {
  const { kind, text, message } = isObject(given) ? given : {}
  if (kind === 'returned' && (text === undefined || isJson(text)))
    return { kind, ...(text === undefined ? {} : { text }) }
  if ((kind === 'threw' || kind === 'unloaded') && typeof message === 'string') return { kind, message }
  return undefined
}

function isJson(text: unknown): text is string {
  try {
    return typeof text === 'string' && JSON.parse(text) !== undefined
  } catch {
    return false
  }
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
const end = ({ lane }: Thread): Promise<void> => lane.end()
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
