/** The token comes once, behind the `#` of the address, which no server sees; it stays in this tab. */
const KEY = 'hookline-token'

export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given !== null) {
    sessionStorage.setItem(KEY, given)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return given ?? sessionStorage.getItem(KEY) ?? ''
}
