// Disturbs the daemon while events run: kills, stops, and sockets that disappear.
import { execFile } from 'node:child_process'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { childOf, processesWith } from './machine.mjs'

const execute = promisify(execFile)

/** A process may have ended meanwhile. */
function signal(pid, name) {
  // 0 would be the group of this process.
  if (!(pid > 1)) return false
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function findFront({ program, env }) {
  const { stdout } = await execute(program, ['--daemons'], { env })
  return Number(stdout.split('\n')[1]?.split(' ')[0] ?? 0)
}
const findDaemon = async (workspace) => childOf(await findFront(workspace))

async function stopFor(pid, ms) {
  if (!signal(pid, 'SIGSTOP')) return false
  await sleep(ms)
  signal(pid, 'SIGCONT')
  return true
}

/** Each returns whether there was something to disturb. */
const acts = {
  'daemon killed': async (workspace) => signal(await findDaemon(workspace), 'SIGKILL'),
  'front killed': async (workspace) => signal(await findFront(workspace), 'SIGKILL'),
  'daemon stopped for up to 1.5 s': async (workspace, pick) => stopFor(await findDaemon(workspace), 100 + pick(1400)),
  'front stopped for up to 1.5 s': async (workspace, pick) => stopFor(await findFront(workspace), 100 + pick(1400)),
  'socket removed': ({ sockets }) => removeSockets(sockets),
  'directory of sockets removed': ({ sockets }) => removeDirectory(sockets),
}

function removeSockets(sockets) {
  try {
    const names = readdirSync(sockets).filter((name) => name.endsWith('.sock'))
    for (const name of names) rmSync(join(sockets, name), { force: true })
    return names.length > 0
  } catch {
    return false
  }
}

/** Moved away first: a launcher that starts a daemon meanwhile would put its sockets back. */
function removeDirectory(sockets) {
  const removed = `${sockets}-removed`
  try {
    renameSync(sockets, removed)
  } catch {
    return false
  }
  rmSync(removed, { recursive: true, force: true, maxRetries: 5 })
  return true
}

/** A disturbance without a daemon would test nothing. Gives up after a while: a socket may have been removed. */
async function waitForDaemon(workspace, isOver) {
  for (let tries = 0; tries < 30 && !isOver(); tries++) {
    if ((await findDaemon(workspace)) > 0) return
    await sleep(100)
  }
}

/** Goes on until `stop` is called. The result counts what was done, by name. */
export function startDisturbing(workspace, pick) {
  const counts = Object.fromEntries(Object.keys(acts).map((name) => [name, 0]))
  const names = Object.keys(acts)
  let isOver = false
  const work = async () => {
    while (!isOver) {
      await waitForDaemon(workspace, () => isOver)
      await sleep(pick(700))
      const name = names[pick(names.length)]
      if (!isOver && (await acts[name](workspace, pick))) counts[name] += 1
    }
  }
  const done = work()
  return {
    counts,
    async stop() {
      isOver = true
      await done
    },
  }
}

/** Ends the daemons of this workspace, those too whose socket was removed. */
export function endDaemons({ home }) {
  for (const { pid, words } of processesWith(home))
    if (words.includes('--front') || words.includes('--serve')) signal(pid, 'SIGKILL')
}
