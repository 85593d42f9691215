/**
 * The program of the helper process, as text, because a bundle has no file for it. It is CommonJS, so that it starts
 * without a loader. It reads one JSON line per hook to start, and prints one line when the hook has started, could not
 * start, or has ended. It exits when the engine's process closes the pipe.
 */

/** What the helper reads. The descriptors are numbers in the engine's process: stdin, stdout and stderr of the hook. */
export interface StartMessage {
  readonly id: number
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly descriptors: readonly [number, number, number]
}

/** What the helper prints. The first line has no id: it says that the helper can open the engine's descriptors. */
export type HelperMessage =
  | { readonly id: 0 }
  | { readonly id: number; readonly pid: number }
  | { readonly id: number; readonly error: string; readonly errorCode?: string }
  | { readonly id: number; readonly code: number | null; readonly signal: string | null }

/** Its arguments: the process id of the engine, and a descriptor there that tests whether it can be opened from outside. */
export const helperProgram = `
'use strict'
const { spawn } = require('node:child_process')
const { closeSync, constants, openSync } = require('node:fs')
const [engine, probe] = process.argv.slice(1)
process.title = 'hookline-helper'

const open = (descriptor, flags) => openSync('/proc/' + engine + '/fd/' + descriptor, flags)
const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
const exit = () => process.exit()

function start({ id, program, args, cwd, env, descriptors: [stdin, stdout, stderr] }) {
  const stdio = []
  const fail = (error) => send({ id, error: String(error.message), errorCode: error.code })
  try {
    stdio.push(open(stdin, constants.O_RDWR))
    stdio.push(open(stdout, constants.O_WRONLY))
    stdio.push(open(stderr, constants.O_WRONLY))
    const child = spawn(program, args, { cwd, env, detached: true, stdio })
    if (child.pid === undefined) child.once('error', fail)
    else child.once('exit', (code, signal) => send({ id, code, signal })).on('error', () => {})
    closeAll(stdio)
    if (child.pid !== undefined) send({ id, pid: child.pid })
  } catch (error) {
    closeAll(stdio)
    fail(error)
  }
}
const closeAll = (descriptors) => {
  for (const descriptor of descriptors.splice(0)) closeSync(descriptor)
}

let unread = ''
process.stdout.on('error', exit)
process.stdin.setEncoding('utf8').on('end', exit).on('error', exit).on('data', (text) => {
  const lines = (unread + text).split('\\n')
  unread = lines.pop()
  for (const line of lines) start(JSON.parse(line))
})
closeSync(open(probe, constants.O_RDONLY))
send({ id: 0 })
`
