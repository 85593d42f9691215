/** Brings the hooks of this machine's teams up to date, through `@hookline/team`, which is loaded only where there is a team. */
import type { TeamRefresh } from '../../hooks.ts'
import type { Platform } from '../../ports.ts'
import { nodeFiles } from '../system/files.ts'
import { knownTeams } from './sets.ts'

/** What `@hookline/team/client` has for us. */
interface TeamPackage {
  refreshTeams(options: { readonly home: string }): Promise<readonly TeamRefresh[]>
}

export const refreshEveryMs = 30 * 60_000
const firstRetryMs = 60_000

/** After errors the wait doubles from a minute up to the usual one; each is ±10 %, so that a fleet does not come at once. */
export function nextDelay(failures: number, random: () => number): number {
  const base = failures === 0 ? refreshEveryMs : Math.min(refreshEveryMs, firstRetryMs * 2 ** (failures - 1))
  return base * (0.9 + 0.2 * random())
}

/** Without a team nothing is loaded and nothing asked. Never rejects. */
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

/** At once ("at login"), then again and again until it is stopped. Keeps no process alive. */
export function startRefreshing(refresh: () => Promise<readonly TeamRefresh[]>, random = Math.random): () => void {
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const turn = async () => {
    const done = await refresh()
    failures = done.some(({ state, message }) => state === 'kept' || message !== undefined) ? failures + 1 : 0
    if (!stopped) timer = setTimeout(turn, nextDelay(failures, random)).unref()
  }
  timer = setTimeout(turn, 0).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Written so that no bundler and no reader of imports takes it along, as `ask-model.ts` does. */
const packageName = ['@hookline', 'team', 'client'].join('/')
const loadTeam = (): Promise<TeamPackage> => import(packageName)
