/** A program that runs inside a sandbox and reports what it could do there that it must not. */

/** Its arguments, as JSON: what to try. */
export interface TrialQuestion {
  /** A directory outside; a file in it must not be written, if `writes` is false. */
  readonly outside: string
  readonly writes: boolean
  /** Files that must not be read. */
  readonly secrets: readonly string[]
  /** A directory that must not be changed. */
  readonly guarded: string
  readonly connects: boolean
  /** A process outside: it must not be signalled, nor its environment be read. */
  readonly pid: number
  readonly signals: boolean
}

export const trialProgram = `
'use strict'
const fs = require('node:fs')
const net = require('node:net')
const dgram = require('node:dgram')
const { outside, writes, secrets, guarded, connects, pid, signals } = JSON.parse(process.argv[1])
const found = []
const attempt = (what, act) => {
  try {
    act()
    found.push(what)
  } catch {}
}
if (!writes) {
  attempt('write a file', () => fs.writeFileSync(outside + '/written', ''))
  try {
    fs.rmSync(fs.mkdtempSync(process.env.TMPDIR + '/hookline-'), { recursive: true })
  } catch {
    found.push('not write in its temporary directory')
  }
}
attempt('change settings of the kernel', () => fs.closeSync(fs.openSync('/proc/sys/kernel/core_pattern', 'r+')))
attempt("change Hookline's files", () => fs.writeFileSync(guarded + '/written', ''))
attempt("replace Hookline's files", () => fs.renameSync(outside, outside + '-moved'))
for (const secret of secrets) attempt('read a secret', () => {
  if (fs.readFileSync(secret, 'utf8') === '') throw new Error('empty')
})
attempt('read the environment of another process', () => fs.readFileSync('/proc/' + pid + '/environ'))
if (!signals) attempt('signal another process', () => process.kill(pid, 0))
const ends = []
const asked = (what, start) => ends.push(new Promise((resolve) => {
  try {
    start(() => { found.push(what); resolve() }, resolve)
  } catch {
    resolve()
  }
}))
asked('use Unix sockets', (worked, failed) => net.createServer().on('error', failed).listen('\\0hookline-' + process.pid + Math.random(), worked))
if (!connects) {
  asked('use TCP', (worked, failed) => net.createServer().on('error', failed).listen(0, '127.0.0.1', worked))
  asked('use UDP', (worked, failed) => dgram.createSocket('udp4').on('error', failed).bind(0, '127.0.0.1', worked))
}
Promise.all(ends).then(() => {
  process.stdout.write(JSON.stringify({ found }))
  process.exit(0)
})
`
