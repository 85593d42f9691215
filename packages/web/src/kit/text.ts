/** Texts cut and times told the same way on every page. Pure. */

/** The middle goes: the beginning says what it is, the end what it is about. */
export function middle(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil((most - 1) * 0.6)
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`
}

export const clock = (iso: string): string =>
  new Date(iso).toLocaleTimeString(undefined, { hour12: false, hour: '2-digit', minute: '2-digit', second: '2-digit' })

export const day = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hour12: false })

/** `4 s ago`, `3 min ago`, `2 h ago`, `5 d ago` */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`
}

export const ms = (value: number): string =>
  value >= 10_000
    ? `${(value / 1000).toFixed(1)} s`
    : value >= 10 || value === 0
      ? `${Math.round(value)} ms`
      : `${value.toFixed(1)} ms`

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** JSON for people; what is not JSON stays as it is. */
export function pretty(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
