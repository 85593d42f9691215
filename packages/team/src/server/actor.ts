/** Who acts in a team: a person, or a program with a service token. */
import type { Role } from './store/index.ts'

export interface Actor {
  readonly team: string
  /** The e-mail address, or the label of a service token. It is stored as the author of what the actor creates. */
  readonly email: string
  /** The name in the audit log: the e-mail address, and the name of the token if one was used. */
  readonly name: string
  /** False for a service token. */
  readonly hasSecondFactor: boolean
}

const order: readonly Role[] = ['viewer', 'author', 'owner']
export const isRole = (text: string): text is Role => order.some((role) => role === text)
export const isSufficient = (role: Role, least: Role): boolean => order.indexOf(role) >= order.indexOf(least)
