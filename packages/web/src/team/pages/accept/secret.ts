/** The secret of a link comes once, behind the `#` of the address, which no server sees; it is taken out of the address. */
let secret: string | undefined

export function takeSecret(): string {
  const given = location.hash.slice(1)
  if (given !== '') {
    secret = given
    history.replaceState(history.state, '', location.pathname)
  }
  return secret ?? ''
}
