import type { Machine } from '@hookline/team/client'
import type { Io } from '../io.ts'

export type TeamPackage = typeof import('@hookline/team/client')
export interface Context {
  readonly io: Io
  readonly team: TeamPackage
  readonly machine: Machine
}
export type TeamAction = (args: readonly string[], context: Context) => Promise<number>
