/** How long the password of an account may be. The command line checks it before it asks for the password again. */
export const passwordLength = { least: 12, most: 1024 } as const

/** Why a new password cannot be used; undefined if it can. */
export function passwordFault(password: string): string | undefined {
  const { least, most } = passwordLength
  if (password.length < least) return `the password must have at least ${least} characters`
  return password.length > most ? `the password must have at most ${most} characters` : undefined
}
