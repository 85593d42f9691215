import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pipeOutlets } from './outlet.ts'

it.skipIf(process.platform === 'win32')(
  'a pipe gives what was written while the host was busy, from the end of the process until after the waiting time',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hookline-outlet-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    // It writes after the host has seen the end of the process, and before the host gets to read.
    const script = '(while [ ! -e go ]; do :; done; echo written; : >done) & exit 0'
    const child = spawn('/bin/sh', ['-c', script], { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
    const [outlet] = pipeOutlets()
    let text = ''
    outlet.begin(child.stdout, (bytes) => {
      text += Buffer.from(bytes).toString()
    })
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => {
        Promise.resolve(outlet.finish()).then(resolve, reject)
        writeFileSync(join(directory, 'go'), '')
        const until = performance.now() + 100
        while (!existsSync(join(directory, 'done')) || performance.now() < until);
      })
    })
    expect(text).toBe('written\n')
  },
)
