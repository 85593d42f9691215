/** Operation: a shell command. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { callOf } from '../../call-of.ts'
import type { Conversation, Json } from './conversation.ts'
import { described, perform, signalOf, told } from './perform.ts'
import { runShell } from './run-shell.ts'
import type { ShellOptions, ShellResult, Told } from './types.ts'

export async function shell(
  conversation: Conversation,
  command: string,
  options: ShellOptions = {},
): Promise<ShellResult & Told> {
  const { common, cwd } = conversation
  const { timeoutMs } = options
  const given = {
    ...common,
    command,
    cwd: resolve(cwd, options.cwd ?? '.'),
    sandbox: options.sandbox ?? false,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs / 1000 }),
  }
  const signal = signalOf(conversation, options.signal)
  const made = {
    ...described(conversation, callOf('beforeShellExecution', given, options.id), options),
    act: (input: Json) => run(conversation, input, options, signal),
  }
  const done = await perform(conversation, made, signal, () => (signal.aborted ? cancelled : undefined))
  return { ...done.result, ...told(done) }
}

/** Before it began. */
const cancelled: ShellResult = { output: '', exitCode: null, ended: 'cancelled', leftOut: 0 }

function run(conversation: Conversation, input: Json, options: ShellOptions, signal: AbortSignal) {
  const { timeoutMs, onOutput, maxBytes } = options
  const cwd = resolve(conversation.cwd, String(input.cwd))
  // The system's own error would name the shell as what is missing.
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`the directory ${cwd} is not there`)
  return runShell({
    command: String(input.command),
    cwd,
    env: { ...process.env, ...conversation.env, ...options.env },
    timeoutMs,
    signal,
    onOutput,
    maxBytes,
  })
}
