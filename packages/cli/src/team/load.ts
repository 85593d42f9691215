/** Loads the team package. It is optional: every other command works without it. */
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { TeamPackage } from './command.ts'

type Output = Pick<Io, 'stderr'>

export const loadTeam = (io: Output): Promise<TeamPackage | undefined> =>
  loadOrReport('team', () => import('@hookline/team/client'), io)

export const loadServer = (io: Output): Promise<typeof import('@hookline/team/server') | undefined> =>
  loadOrReport('serve', () => import('@hookline/team/server'), io)

async function loadOrReport<T>(command: string, load: () => Promise<T>, io: Output): Promise<T | undefined> {
  try {
    return await load()
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')) throw thrown
    io.stderr.write(
      `hookline: hookline ${command} needs the package @hookline/team, which is missing or incomplete (${oneLine(thrown.message)}). Run: npm install -g @hookline/team\n`,
    )
    return undefined
  }
}
