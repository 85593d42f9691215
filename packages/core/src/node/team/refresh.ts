/** Updates the hooks of this machine's teams through `@hookline/team`, which is loaded only if there is a team. */
import type { TeamRefresh } from '../../hooks.ts'
import type { Platform } from '../../ports.ts'
import { nodeFiles } from '../system/files.ts'
import { knownTeams } from './sets.ts'

/** The part of `@hookline/team/client` that is used here. */
interface TeamPackage {
  refreshTeams(options: { readonly home: string }): Promise<readonly TeamRefresh[]>
}

export const refreshEveryMs = 30 * 60_000
const firstRetryMs = 60_000

/** After errors the delay doubles from one minute up to the usual one. It varies by ±10 %, so that not all machines call at once. */
export function nextDelay(failures: number, random: () => number): number {
  const base = failures === 0 ? refreshEveryMs : Math.min(refreshEveryMs, firstRetryMs * 2 ** (failures - 1))
  return base * (0.9 + 0.2 * random())
}

/** Without a team, loads nothing and sends no request. Never rejects. */
export async function refreshTeams(platform: Platform, load = loadTeam): Promise<readonly TeamRefresh[]> {
  const teams = knownTeams(nodeFiles, platform)
  if (teams.length === 0) return []
  try {
    return await (await load()).refreshTeams({ home: platform.home })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return teams.map((team) => ({ team, state: 'kept', message }))
  }
}

/** Refreshes at once ("at login") and then regularly until stopped. Does not keep the process alive. */
export function startRefreshing(refresh: () => Promise<readonly TeamRefresh[]>, random = Math.random): () => void {
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const refreshOnce = async () => {
    const done = await refresh()
    failures = done.some(({ state, message }) => state === 'kept' || message !== undefined) ? failures + 1 : 0
    if (!stopped) timer = setTimeout(refreshOnce, nextDelay(failures, random)).unref()
  }
  timer = setTimeout(refreshOnce, 0).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Built from parts so that bundlers do not include the package, as in `ask-model.ts`. */
const packageName = ['@hookline', 'team', 'client'].join('/')
const loadTeam = (): Promise<TeamPackage> => import(packageName)
