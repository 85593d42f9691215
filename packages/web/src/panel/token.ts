/** Reads the token from the fragment of the address, which is not sent to servers, and keeps it in this tab. */
const KEY = 'hookline-token'

export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given !== null) {
    sessionStorage.setItem(KEY, given)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return given ?? sessionStorage.getItem(KEY) ?? ''
}
