/** The input of a new member. Pure. */

export interface AcceptForm {
  readonly email: string
  readonly password: string
  readonly teamName: string
  readonly totp: string
}
export const emptyForm: AcceptForm = { email: '', password: '', teamName: '', totp: '' }

const maxNameLength = 100

/** The error in the team name; undefined: none. */
export function validateTeamName({ teamName }: AcceptForm): string | undefined {
  const { length } = teamName.trim()
  return length > maxNameLength ? `Use at most ${maxNameLength} characters. This name has ${length}.` : undefined
}
