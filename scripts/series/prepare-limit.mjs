import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Returns a function that sets a limit of this process (`nproc=0:`). It needs no descriptor and no process: then there may be none. */
export function prepareLimit(limit) {
  const command = `read go && exec prlimit --pid ${process.pid} --${limit}`
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 'inherit', 'inherit'] })
  return async () => {
    child.stdin.end('go\n')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`prlimit ended with ${code}`)
  }
}
