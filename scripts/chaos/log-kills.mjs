// Kills processes that write records, and looks for every record that they had acknowledged.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLog } from '@hookline/core/node'

const writer = fileURLToPath(new URL('log-writer.mjs', import.meta.url))
const AT_ONCE = 2

/** Resolves with the numbers that the writer has acknowledged before it was killed. */
function killOne(directory, home, name, delayMs) {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home }
    const child = spawn(process.execPath, [writer, directory, home, name], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (bytes) => {
      // The first record is there, so the next kill is in the middle of its work.
      if (text === '') setTimeout(() => child.kill('SIGKILL'), delayMs)
      text += bytes
    })
    // An incomplete line at the end is not an acknowledgement.
    child.on('close', () => resolve(text.split('\n').slice(0, -1)))
  })
}

export async function killLogWriters(scratch, kills, pick) {
  const [directory, home] = [join(scratch, 'killed-log'), join(scratch, 'killed-home')]
  mkdirSync(home, { recursive: true })
  const acknowledged = new Set()
  let started = 0
  const worker = async () => {
    while (started < kills) {
      const name = `w${started++}`
      for (const number of await killOne(directory, home, name, pick(25))) acknowledged.add(`${name} ${number}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const log = openLog(directory, { cache: join(scratch, 'killed-cache') })
  const total = acknowledged.size
  let [twice, before] = [0]
  const seen = new Set()
  do {
    const page = await log.query({ limit: 1000, ...(before !== undefined && { before }) })
    for (const { input } of page.records) {
      if (seen.has(input.command)) twice += 1
      seen.add(input.command)
      acknowledged.delete(input.command)
    }
    before = page.next
  } while (before !== undefined)
  const { damaged } = await log.size()
  return { kills, acknowledged: total, lost: acknowledged.size, twice, torn: damaged }
}
