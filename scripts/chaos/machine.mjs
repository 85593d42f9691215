// What a run leaves behind: open files, processes, memory. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

export const openFiles = () => readdirSync('/proc/self/fd').length

const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

/** Processes of ours that ended and were not waited for. */
export const zombies = () =>
  processes().filter((pid) => {
    const [, state, parent] = /\) (\S) (\d+) /.exec(readProcess(pid, 'stat')) ?? []
    return state === 'Z' && Number(parent) === process.pid
  }).length

/** Running processes with this text in their environment. */
export const processesWith = (text) =>
  processes()
    .filter((pid) => readProcess(pid, 'environ').includes(text))
    .map((pid) => ({ pid: Number(pid), words: readProcess(pid, 'cmdline').split('\0') }))

/** The first child of a process; 0 if there is none. */
export const childOf = (parent) =>
  Number(processes().find((pid) => new RegExp(`^PPid:\\s${parent}$`, 'm').test(readProcess(pid, 'status'))) ?? 0)

/** In megabytes, after a collection of garbage. */
export function memory() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: rss / 2 ** 20, heap: (heapUsed + external) / 2 ** 20 }
}

/** Megabytes for each 1,000 events, by least squares over the second half of [events, megabytes]: the first half fills caches. */
export function slopeOf(samples) {
  const half = samples.slice(Math.floor(samples.length / 2))
  if (half.length < 2) return 0
  const mean = (at) => half.reduce((sum, pair) => sum + pair[at], 0) / half.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const over = half.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const under = half.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return (over / under) * 1000
}
