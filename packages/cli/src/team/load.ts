/** The team package is optional: every other command works without it. */
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { TeamPackage } from './types.ts'

type Output = Pick<Io, 'stderr'>

export const loadTeam = (io: Output): Promise<TeamPackage | undefined> =>
  orSay('team', () => import('@hookline/team/client'), io)

export const loadServer = (io: Output): Promise<typeof import('@hookline/team/server') | undefined> =>
  orSay('serve', () => import('@hookline/team/server'), io)

async function orSay<T>(command: string, load: () => Promise<T>, io: Output): Promise<T | undefined> {
  try {
    return await load()
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')) throw thrown
    io.stderr.write(
      `hookline: ${command} needs the package @hookline/team, or something it needs is missing (${oneLine(thrown.message)}): npm install -g @hookline/team\n`,
    )
    return undefined
  }
}
