/** Loads the team package, which is optional. */
import type { Io } from '../io.ts'
import { loadOptional } from '../machine/optional-package.ts'
import type { TeamPackage } from './command.ts'

type Output = Pick<Io, 'stderr'>
const packageName = '@hookline/team'

export const loadTeam = (io: Output): Promise<TeamPackage | undefined> =>
  loadOptional({ packageName, command: 'team' }, () => import('@hookline/team/client'), io)

export const loadServer = (io: Output): Promise<typeof import('@hookline/team/server') | undefined> =>
  loadOptional({ packageName, command: 'serve' }, () => import('@hookline/team/server'), io)
