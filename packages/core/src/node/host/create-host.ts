/** What an agent is built on: sessions whose operations fire their events in order and obey them. Every operation is a file. */
import { randomUUID } from 'node:crypto'
import { HooklineError } from '../../errors.ts'
import type { Hooks } from '../../hooks.ts'
import { contained } from '../../listeners.ts'
import { isObject, kindOf } from '../../schema.ts'
import { isLimit, loopLimitNames } from '../../tool-call/loop-budget.ts'
import { warn } from '../system/warn.ts'
import { type Conversation, createConversation, type HostRim } from './conversation.ts'
import { deleteFile, list } from './delete-and-list.ts'
import { editFile } from './edit-file.ts'
import { grep } from './grep.ts'
import { life } from './life.ts'
import { mcp, tool } from './mcp.ts'
import { readFile } from './read-file.ts'
import { shell } from './shell.ts'
import { tab } from './tab.ts'
import { task } from './task.ts'
import { turns } from './turns.ts'
import type { Host, HostOptions, HostSession } from './types.ts'

/**
 * @example
 * const host = createHost(await createHooks({ workspaceRoots: [process.cwd()] }))
 * const session = host.session({ model: 'big' })
 * await session.start()
 * const { output, exitCode } = await session.shell('npm test')
 */
export function createHost(hooks: Hooks, options: HostOptions = {}): Host {
  checkOptions(options)
  const inform = contained(options.onInfo ?? (() => {}), 'onInfo of createHost', warn)
  const rim: HostRim = { hooks, options, inform, kept: new Set() }
  return {
    hooks,
    async openWorkspace(roots) {
      const effect = await hooks.fire('workspaceOpen', roots === undefined ? {} : { workspace_roots: roots })
      return { pluginPaths: effect.pluginPaths ?? [] }
    },
    session: (given = {}) => sessionOf(createConversation(rim, given.id ?? randomUUID(), given)),
    async close() {
      while (rim.kept.size > 0) await Promise.all(rim.kept)
    },
  }
}

function sessionOf(conversation: Conversation): HostSession {
  const { status, ...spoken } = turns(conversation)
  return {
    id: conversation.id,
    cwd: conversation.cwd,
    ...life(conversation, status),
    ...spoken,
    shell: (command, options) => shell(conversation, command, options),
    mcp: (call, act, options) => mcp(conversation, call, act, options),
    readFile: (path, options) => readFile(conversation, path, options),
    editFile: (path, change, options) => editFile(conversation, path, change, options),
    deleteFile: (path, options) => deleteFile(conversation, path, options),
    grep: (pattern, options) => grep(conversation, pattern, options),
    list: (path, options) => list(conversation, path, options),
    tool: (name, input, act, options) => tool(conversation, name, input, act, options),
    task: (call, act, options = {}) => task(conversation, call, act, options, sessionOf),
    tab: tab(conversation),
  }
}

function checkOptions({ onInfo, loops }: HostOptions): void {
  const wrong = (name: string, value: unknown) =>
    new HooklineError('bad-option', `The option ${name} of createHost cannot be ${kindOf(value)}.`)
  if (onInfo !== undefined && typeof onInfo !== 'function') throw wrong('onInfo', onInfo)
  if (loops === undefined) return
  if (!isObject(loops)) throw wrong('loops', loops)
  for (const name of loopLimitNames)
    if (loops[name] !== undefined && !isLimit(loops[name])) throw wrong(`loops.${name}`, loops[name])
}
