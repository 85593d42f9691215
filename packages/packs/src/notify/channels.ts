/** Sends one message through every channel. A channel that fails does not stop the others; its error is reported at the end. */
import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'
import { onPath } from '../lib/on-path.ts'
import { post } from '../lib/post.ts'
import { runProgram } from '../lib/run-program.ts'
import { desktopCall, type Message, type System } from './desktop.ts'
import { type Format, requestFor } from './requests.ts'

export const channelNames = ['desktop', 'bell', 'web'] as const
export interface Channels {
  readonly names: readonly (typeof channelNames)[number][]
  readonly url: string
  readonly format: Format
  readonly sound: boolean
}
type Send = (channels: Channels, message: Message, on: string, here: HookContext) => Promise<void>

const timeoutMs = 5_000
const system: System = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'

/** Throws an error that names the failed channels, after all were tried. */
export async function sendToAll(channels: Channels, message: Message, on: string, here: HookContext): Promise<void> {
  const sent = await Promise.allSettled(channels.names.map((name) => senders[name](channels, message, on, here)))
  const wrong = sent.flatMap((one, at) =>
    one.status === 'rejected'
      ? [`${channels.names[at]}: ${one.reason instanceof Error ? one.reason.message : String(one.reason)}`]
      : [],
  )
  if (wrong.length > 0) throw new Error(`notify: ${wrong.join('; ')}`)
}

const senders: Readonly<Record<(typeof channelNames)[number], Send>> = {
  async desktop({ sound }, message, _on, here) {
    const { program, args } = desktopCall(system, message, sound)
    const path = onPath(program, here)
    if (path === undefined) throw new Error(`${program} is not installed`)
    const { code, output } = await runProgram(path, args, { cwd: dirname(path), signal: here.signal, timeoutMs })
    if (code !== 0) throw new Error(`${program} exited with ${code ?? 'no code'}: ${output.trim().slice(0, 200)}`)
  },
  async bell() {
    // stdout is for the reply, so the bell goes to the terminal in which the agent was started.
    writeFileSync(system === 'win32' ? '\\\\.\\CON' : '/dev/tty', '\u0007')
  },
  web: ({ url, format }, message, on, { signal }) =>
    post(url, { ...requestFor(format, message, on), timeoutMs, signal }),
}
