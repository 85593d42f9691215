/** Reads the secret of an invite link from the fragment of the address, which is not sent to servers, and removes it there. */
let secret: string | undefined

export function takeSecret(): string {
  const given = location.hash.slice(1)
  if (given !== '') {
    secret = given
    history.replaceState(history.state, '', location.pathname)
  }
  return secret ?? ''
}
