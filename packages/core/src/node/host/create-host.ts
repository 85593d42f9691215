/** Creates a host for an agent: sessions whose operations fire their events in order and obey the decisions. Most operations are a file each. */

import { randomUUID } from 'node:crypto'
import { readdirSync, unlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { HooklineError } from '../../errors.ts'
import type { Hooks } from '../../hooks.ts'
import { catchFailures } from '../../listeners.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject, kindOf } from '../../schema.ts'
import { isLimit, loopLimitNames } from '../../tool-call/loop-budget.ts'
import { warn } from '../system/warn.ts'
import { type Conversation, createConversation, type HostContext } from './conversation.ts'
import { editFile, recordChange } from './edit-file.ts'
import { createLifecycle } from './lifecycle.ts'
import { mcp, tool } from './mcp.ts'
import { asObject, combineSignals, createToolCall, perform, pickContext, readString } from './perform.ts'
import { readFile } from './read-file.ts'
import { type SearchResult, search } from './search.ts'
import { shell } from './shell.ts'
import { createTab } from './tab.ts'
import { task } from './task.ts'
import { createTurns } from './turns.ts'
import type { AddedContext, CallOptions, Host, HostOptions, HostSession } from './types.ts'

/**
 * @example
 * const host = createHost(await createHooks({ workspaceRoots: [process.cwd()] }))
 * const session = host.session({ model: 'big' })
 * await session.start()
 * const { output, exitCode } = await session.shell('npm test')
 */
export function createHost(hooks: Hooks, options: HostOptions = {}): Host {
  checkOptions(options)
  const inform = catchFailures(options.onInfo ?? (() => {}), 'onInfo of createHost', warn)
  const context: HostContext = { hooks, options, inform, pending: new Set() }
  return {
    hooks,
    async openWorkspace(roots) {
      const effect = await hooks.fire('workspaceOpen', roots === undefined ? {} : { workspace_roots: roots })
      return { pluginPaths: effect.pluginPaths ?? [] }
    },
    session: (given = {}) => createSession(createConversation(context, given.id ?? randomUUID(), given)),
    async close() {
      while (context.pending.size > 0) await Promise.all(context.pending)
    },
  }
}

function createSession(conversation: Conversation): HostSession {
  const { status, ...spoken } = createTurns(conversation)
  return {
    id: conversation.id,
    cwd: conversation.cwd,
    ...createLifecycle(conversation, status),
    ...spoken,
    shell: (command, options) => shell(conversation, command, options),
    mcp: (call, act, options) => mcp(conversation, call, act, options),
    readFile: (path, options) => readFile(conversation, path, options),
    editFile: (path, change, options) => editFile(conversation, path, change, options),
    deleteFile: (path, options) => deleteFile(conversation, path, options),
    grep: (pattern, options) => grep(conversation, pattern, options),
    list: (path, options) => list(conversation, path, options),
    tool: (name, input, act, options) => tool(conversation, name, input, act, options),
    task: (call, act, options = {}) => task(conversation, call, act, options, createSession),
    tab: createTab(conversation),
  }
}

function checkOptions({ onInfo, loops }: HostOptions): void {
  const wrong = (name: string, expected: string, value: unknown) =>
    new HooklineError('bad-option', `The option ${name} of createHost must be ${expected}, and is ${kindOf(value)}.`)
  if (onInfo !== undefined && typeof onInfo !== 'function') throw wrong('onInfo', 'a function', onInfo)
  if (loops === undefined) return
  if (!isObject(loops)) throw wrong('loops', `an object with ${loopLimitNames.join(', ')}`, loops)
  for (const name of loopLimitNames)
    if (loops[name] !== undefined && !isLimit(loops[name]))
      throw wrong(`loops.${name}`, 'a number above 0', loops[name])
}

/** Never deletes a directory: the hooks did not see the files in it. */
async function deleteFile(conversation: Conversation, path: string, options: CallOptions = {}): Promise<AddedContext> {
  const file_path = resolve(conversation.cwd, path)
  const act = (input: JsonObject) => {
    const target = resolve(conversation.cwd, readString(asObject(input.tool_input), 'file_path', 'Delete'))
    unlinkSync(target)
    recordChange(conversation, target)
    return { file_path: target }
  }
  const made = { ...createToolCall(conversation, 'Delete', { file_path }, options), act }
  return pickContext(await perform(conversation, made, combineSignals(conversation, options.signal)))
}

/** The sorted names; directories end with a slash. */
async function list(
  conversation: Conversation,
  path = '.',
  options: CallOptions = {},
): Promise<{ readonly names: readonly string[] } & AddedContext> {
  const act = (input: JsonObject) => {
    const directory = resolve(conversation.cwd, readString(asObject(input.tool_input), 'path', 'LS'))
    const names = readdirSync(directory, { withFileTypes: true })
    return { names: names.map((one) => (one.isDirectory() ? `${one.name}/` : one.name)).sort() }
  }
  const made = { ...createToolCall(conversation, 'LS', { path: resolve(conversation.cwd, path) }, options), act }
  const done = await perform(conversation, made, combineSignals(conversation, options.signal))
  return { ...done.result, ...pickContext(done) }
}

/** Searches files. Each file with a match goes through `beforeReadFile` first: otherwise a search could read what a hook denies. */
const DEFAULT_LIMIT = 200

async function grep(
  conversation: Conversation,
  pattern: string,
  options: CallOptions & { readonly path?: string; readonly limit?: number } = {},
): Promise<SearchResult & AddedContext> {
  const { cwd } = conversation
  const { limit } = options
  const signal = combineSignals(conversation, options.signal)
  const tool_input = { pattern, path: resolve(cwd, options.path ?? '.'), ...(limit === undefined ? {} : { limit }) }
  const act = ({ tool_input: input }: JsonObject) =>
    search({
      pattern: readString(asObject(input), 'pattern', 'Grep'),
      path: resolve(cwd, readString(asObject(input), 'path', 'Grep')),
      limit: readLimit(asObject(input)),
      signal,
      readAllowed: (file, content) => readAllowed(conversation, file, content, signal),
    })
  const made = { ...createToolCall(conversation, 'Grep', tool_input, options), act }
  const done = await perform(conversation, made, signal)
  return { ...done.result, ...pickContext(done) }
}

const readLimit = ({ limit }: JsonObject): number =>
  typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : DEFAULT_LIMIT

async function readAllowed(
  conversation: Conversation,
  file_path: string,
  content: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const effect = await conversation.fire('beforeReadFile', { file_path, content, attachments: [] }, signal)
  if (effect.kind !== 'proceed') return undefined
  return String(asObject(effect.input).content)
}
