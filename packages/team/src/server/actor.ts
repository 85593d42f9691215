/** The user who acts in a team, and the user's role. */
import type { Role } from './store/index.ts'

export interface Actor {
  readonly team: string
  readonly accountId: string
  readonly email: string
  /** The name in the audit log: the e-mail address, and the name of the token if one was used. */
  readonly name: string
  readonly role: Role
}

const order: readonly Role[] = ['viewer', 'author', 'owner']
export const isRole = (text: string): text is Role => order.some((role) => role === text)
export const isSufficient = (role: Role, least: Role): boolean => order.indexOf(role) >= order.indexOf(least)
