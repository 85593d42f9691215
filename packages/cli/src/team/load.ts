/** The team package is optional: every other command works without it. */
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { TeamPackage } from './types.ts'

export async function loadTeam(io: Pick<Io, 'stderr'>): Promise<TeamPackage | undefined> {
  try {
    return await import('@hookline/team/client')
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')) throw thrown
    io.stderr.write(
      `hookline: team needs the package @hookline/team, or something it needs is missing (${oneLine(thrown.message)}): npm install -g @hookline/team\n`,
    )
    return undefined
  }
}
