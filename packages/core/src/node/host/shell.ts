/** Operation: run a shell command. */

import { resolve } from 'node:path'
import type { JsonObject } from '../../schema.ts'
import { callOf } from '../../tool-call/call-of.ts'
import type { Conversation } from './conversation.ts'
import { combineSignals, perform, pickContext, withDescription } from './perform.ts'
import { runShell } from './run-shell.ts'
import type { AddedContext, ShellOptions, ShellResult } from './types.ts'

export async function shell(
  conversation: Conversation,
  command: string,
  options: ShellOptions = {},
): Promise<ShellResult & AddedContext> {
  const { common, cwd } = conversation
  const { timeoutMs } = options
  const given = {
    ...common,
    command,
    cwd: options.cwd === undefined ? cwd : resolve(cwd, options.cwd),
    sandbox: options.sandbox ?? false,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs / 1000 }),
  }
  const signal = combineSignals(conversation, options.signal)
  const made = {
    ...withDescription(conversation, callOf('beforeShellExecution', given, options.id, conversation.common), options),
    act: (input: JsonObject) => run(conversation, input, options, signal),
  }
  const done = await perform(conversation, made, signal, () => (signal?.aborted ? cancelled : undefined))
  return { ...done.result, ...pickContext(done) }
}

/** The result if it was cancelled before it began. */
const cancelled: ShellResult = { output: '', exitCode: null, ended: 'cancelled', leftOut: 0 }

function run(conversation: Conversation, input: JsonObject, options: ShellOptions, signal: AbortSignal | undefined) {
  const { timeoutMs, onOutput, maxBytes } = options
  const cwd = input.cwd === conversation.cwd ? conversation.cwd : resolve(conversation.cwd, String(input.cwd))
  const extra =
    isEmpty(conversation.env) && options.env === undefined ? undefined : { ...conversation.env, ...options.env }
  return runShell({
    command: String(input.command),
    cwd,
    env: extra === undefined ? undefined : { ...process.env, ...extra },
    timeoutMs,
    signal,
    onOutput,
    maxBytes,
  })
}

function isEmpty(env: Readonly<Record<string, string>>): boolean {
  for (const _ in env) return false
  return true
}
