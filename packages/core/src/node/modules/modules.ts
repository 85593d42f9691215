/** Runs module hooks: loads each module once, reuses it, reloads it when its file changes, and stops it at the timeout. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { textOfThrown } from '../../errors.ts'
import type { Raw } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import { withoutPayload } from '../../runners/command.ts'
import type { ModuleCall, ModuleEnd, Modules } from '../../runners/module.ts'
import { isObject } from '../../schema.ts'
import { stateDirectory } from '../../sources/locations.ts'
import type { Lane, StartLane } from './lane.ts'
import { findOwnSdk, lacksSdk } from './own-sdk.ts'

interface LoadedModule {
  readonly lane: Lane
  readonly path: string
  /** The stamp of the file when it was loaded. */
  readonly stamp: string
  /** The variables that it was started with. */
  readonly variables: string
  /** What it printed: it goes into the log record, and never to our own output. */
  printed: string
}
type WorkerReply =
  | { readonly kind: 'returned'; readonly text?: string; readonly unwritable?: string }
  | { readonly kind: 'threw' | 'unloaded'; readonly message: string }

const maxPrinted = 256 * 2 ** 10
const maxIdlePerFile = 4
const typeScript = /\.[mc]?ts$/

export function createModules(
  files: Pick<Files, 'isFile' | 'stamp'>,
  platform: Platform,
  startLane: StartLane,
): Modules {
  const idle: LoadedModule[] = []
  const busy = new Set<LoadedModule>()
  /** Modules that need the engine's own SDK. */
  const withoutSdk = new Set<string>()
  let closed = false
  const take = (path: string, call: ModuleCall): LoadedModule => {
    const stamp = files.stamp(path)
    // Those of an event are in its input. A module that was loaded for another event would see stale ones.
    const env = withoutPayload(call.env)
    const variables = JSON.stringify(env)
    for (const old of idle.filter((one) => one.path === path && one.stamp !== stamp)) void end(remove(idle, old))
    const found = idle.find((one) => one.path === path && one.variables === variables)
    if (found !== undefined) return remove(idle, found)
    const toLoad = { url: pathToFileURL(path).href, sdk: withoutSdk.has(path) ? findOwnSdk() : undefined }
    return start({ path, stamp, variables }, (print) => startLane(toLoad, print, env))
  }
  const giveBack = (thread: LoadedModule, reusable: boolean) => {
    busy.delete(thread)
    if (!reusable || closed) return void end(thread)
    thread.lane.keepAlive(false)
    idle.push(thread)
    const [oldest, ...others] = idle.filter(({ path }) => path === thread.path)
    if (oldest !== undefined && others.length >= maxIdlePerFile) void end(remove(idle, oldest))
  }
  const callModule = async (path: string, call: ModuleCall): Promise<ModuleEnd> => {
    const thread = take(path, call)
    busy.add(thread)
    thread.printed = ''
    thread.lane.keepAlive(true)
    const began = performance.now()
    const { result, reusable, lacksSdk: isMissingSdk } = await callOnce(thread, call, platform)
    giveBack(thread, reusable)
    if (!isMissingSdk || withoutSdk.has(path)) return result
    // Retry in a new thread, because this one caches the failed import.
    withoutSdk.add(path)
    const timeoutMs = Math.max(1, Math.floor(call.timeoutMs - (performance.now() - began)))
    return callModule(path, { ...call, timeoutMs })
  }
  return {
    async call(call) {
      const path = resolve(call.cwd, call.module)
      const refusal = findRefusal(path, call, files)
      return refusal === undefined ? callModule(path, call) : ended({ kind: 'spawn', message: refusal }, '')
    },
    async close() {
      closed = true
      await Promise.all([...idle.splice(0), ...busy].map(end))
    },
  }
}

function findRefusal(path: string, { module, cwd }: ModuleCall, files: Pick<Files, 'isFile'>): string | undefined {
  if (!files.isFile(path)) return `the module ${module} does not exist in ${cwd}`
  // Node's types do not have this property: it is absent before Node 22.10, and false if types are not stripped.
  const strips = (process.features as { readonly typescript?: unknown }).typescript
  if (typeScript.test(path) && !strips)
    return `Node ${process.version} cannot run the TypeScript module ${module}: use Node 22.18 or later, or compile it to .mjs`
  return undefined
}

function start(
  about: Pick<LoadedModule, 'path' | 'stamp' | 'variables'>,
  begin: (print: (text: Buffer) => void) => Lane,
): LoadedModule {
  const print = (text: Buffer) => {
    if (thread.printed.length < maxPrinted) thread.printed += text.toString('utf8')
  }
  const thread: LoadedModule = { ...about, lane: begin(print), printed: '' }
  return thread
}

interface CallResult {
  readonly result: ModuleEnd
  readonly reusable: boolean
  /** It could not be loaded because the workspace has no SDK. */
  readonly lacksSdk: boolean
}

/** Resolves at the first of: a reply, the end of the thread, the timeout, the cancellation of the event. */
function callOnce(thread: LoadedModule, call: ModuleCall, platform: Platform): Promise<CallResult> {
  const { lane } = thread
  return new Promise((done) => {
    const toLoaded = (result: ModuleEnd, reusable: boolean, isMissingSdk = false) => {
      clearTimeout(timer)
      call.signal.removeEventListener('abort', cancel)
      lane.unlisten()
      done({ result, reusable, lacksSdk: isMissingSdk })
    }
    const stop = (end: Raw['end']) => toLoaded(ended(end, thread.printed), false)
    const handleReply = (reply: WorkerReply | undefined) => {
      if (reply?.kind === 'unloaded') return toLoaded(toResult(reply, thread, call), false, lacksSdk(reply.message))
      if (reply !== undefined) return toLoaded(toResult(reply, thread, call), true)
      thread.printed += 'the module sent a message that is not a hook reply'
      stop({ kind: 'exit', code: 1 })
    }
    // Wait one turn: its output may still be in transit.
    const message = (received: unknown) => setImmediate(() => handleReply(parseReply(received)))
    const failed = (error: unknown) => {
      thread.printed += textOfThrown(error)
      stop({ kind: 'exit', code: 1 })
    }
    const gone = (code: number) => stop({ kind: 'exit', code: code === 0 ? 1 : code })
    const cancel = () => stop({ kind: 'deadline', message: 'the event was cancelled' })
    const timer = setTimeout(() => stop({ kind: 'timeout', afterMs: call.timeoutMs }), call.timeoutMs)
    call.signal.addEventListener('abort', cancel, { once: true })
    lane.listen({ message, failed, gone })
    const roots = readRoots(call.stdin)
    const { cwd, env, timeoutMs, event, stdin } = call
    const context = { roots, cwd, env, timeoutMs, home: platform.home, state: stateDirectory(platform) }
    lane.post({ event, stdin, context })
  })
}

/** A module can post messages on our channel itself, so anything that is not a valid reply is rejected. */
function parseReply(given: unknown): WorkerReply | undefined {
  const { kind, text, unwritable, message } = isObject(given) ? given : {}
  if (unwritable !== undefined && typeof unwritable !== 'string') return undefined
  if (kind === 'returned' && (text === undefined || isJson(text)))
    return { kind, ...(text === undefined ? {} : { text }), ...(unwritable === undefined ? {} : { unwritable }) }
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

function toResult(reply: WorkerReply, { printed }: LoadedModule, { module }: ModuleCall): ModuleEnd {
  if (reply.kind === 'returned') {
    const value: unknown = reply.text === undefined ? undefined : JSON.parse(reply.text)
    const { unwritable } = reply
    return {
      kind: 'returned',
      value,
      printed,
      ...(unwritable === undefined ? {} : { unwritable: firstLine(unwritable) }),
    }
  }
  if (reply.kind === 'unloaded')
    return ended(
      { kind: 'spawn', message: `cannot load ${module}: ${firstLine(reply.message)}` },
      `${printed}${reply.message}`,
    )
  return ended({ kind: 'exit', code: 1 }, `${printed}${reply.message}`)
}

const ended = (end: Raw['end'], printed: string): ModuleEnd => ({ kind: 'ended', end, printed })
const end = ({ lane }: LoadedModule): Promise<void> => lane.end()
const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? text

function remove(list: LoadedModule[], thread: LoadedModule): LoadedModule {
  list.splice(list.indexOf(thread), 1)
  return thread
}

function readRoots(stdin: string): readonly string[] {
  const input: unknown = JSON.parse(stdin)
  return isObject(input) && Array.isArray(input.workspace_roots) ? input.workspace_roots : []
}
