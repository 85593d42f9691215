/** Who does something in a team, with which right. */
import type { Role } from './store/index.ts'

export interface Actor {
  readonly team: string
  readonly accountId: string
  readonly email: string
  /** What the journal calls them: the address, and the token's name where one was used. */
  readonly name: string
  readonly role: Role
}

const order: readonly Role[] = ['viewer', 'author', 'owner']
export const isRole = (text: string): text is Role => order.some((role) => role === text)
export const suffices = (role: Role, least: Role): boolean => order.indexOf(role) >= order.indexOf(least)
