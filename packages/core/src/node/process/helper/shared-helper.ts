/** Decides when this process gets a helper, and shares it between its engines. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Helper, startHelper } from './helper.ts'

export interface HelperAccess {
  /** Starts the helper in the background if it is time. Undefined until it is ready: then hooks start from this process. */
  get(): Helper | undefined
  /** Ends the helper if no other engine uses it. */
  close(): Promise<void>
}

/** With this much memory in use, to start a process takes longer than to ask a helper. */
const largeProcess = 256 * 1024 * 1024
const measureEveryMs = 1_000
/** After this many deaths within the time, hooks start from this process until some of the time has passed. */
const maxDeaths = 3
const deathWindowMs = 600_000

const users = new Set<HelperAccess>()
let current: { readonly helper: Helper; readonly rights: string } | undefined
let deaths: readonly number[] = []

/** `from` is how many bytes this process must use. */
export function joinHelper(from = largeProcess): HelperAccess {
  let measuredAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  function isLarge(): boolean {
    const now = performance.now()
    if (now - measuredAt < measureEveryMs) return false
    measuredAt = now
    return process.memoryUsage.rss() >= from
  }
  function getOrStart(): Helper | undefined {
    if (!users.has(access)) {
      if (!isLarge()) return undefined
      users.add(access)
    }
    if (current !== undefined && current.rights !== readRights()) void endCurrent()
    if (current === undefined && !diesOften()) start()
    return current?.helper.isReady === true ? current.helper : undefined
  }
  const access: HelperAccess = {
    get() {
      if (isClosed || !isSupported()) return undefined
      try {
        return getOrStart()
      } catch {
        // Out of descriptors or memory: the hook itself may still start.
        countDeath()
        return undefined
      }
    },
    async close() {
      isClosed = true
      if (users.delete(access) && users.size === 0) await endCurrent()
    },
  }
  return access
}

/**
 * Whether hooks can be started by another process here: it must be able to open our descriptors by name, and `execPath`
 * must be Node. In Electron, Bun or a single executable it would start the host's own program once more.
 */
function isSupported(): boolean {
  supported ??= existsSync('/proc/self/fd') && /^node(js)?[\d.]*$/.test(basename(process.execPath))
  return supported
}
let supported: boolean | undefined

function diesOften(): boolean {
  deaths = deaths.filter((at) => performance.now() - at < deathWindowMs)
  return deaths.length >= maxDeaths
}

function start(): void {
  const rights = readRights()
  const helper = startHelper((isAsked) => {
    if (current?.helper === helper) current = undefined
    if (!isAsked) countDeath()
  })
  current = { helper, rights }
}

async function endCurrent(): Promise<void> {
  const ending = current?.helper
  current = undefined
  await ending?.end()
}

/**
 * The user, groups, capabilities, filters of system calls and umask of this process. A helper keeps those from its start,
 * so after a change it must not start hooks: a host may begin as root and then become another user.
 */
function readRights(): string {
  const status = readFileSync('/proc/self/status', 'latin1')
  return (status.match(/^(?:Umask|Uid|Gid|Groups|Cap\w+|NoNewPrivs|Seccomp\w*):.*$/gm) ?? []).join('\n')
}

function countDeath(): void {
  deaths = [...deaths, performance.now()]
}
