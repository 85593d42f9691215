/** What somebody fills in who follows a link. Pure. */

export interface Wish {
  readonly email: string
  readonly password: string
  readonly teamName: string
  readonly totp: string
}
export const noWish: Wish = { email: '', password: '', teamName: '', totp: '' }

const longestName = 100

/** What is wrong with the team's name; undefined: nothing. */
export function nameFault({ teamName }: Wish): string | undefined {
  const { length } = teamName.trim()
  return length > longestName ? `At most ${longestName} characters; this has ${length}.` : undefined
}
