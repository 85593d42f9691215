/** Keeps the filters of a page in its address, so that the address can be reloaded, saved and sent. */

/** Replaces the query of the address. The history gets no new entry, because each key press would add one. */
export function showInAddress(query: string): void {
  const next = `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`
  if (next !== `${location.pathname}${location.search}${location.hash}`) history.replaceState(history.state, '', next)
}
