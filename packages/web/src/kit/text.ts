/** Texts cut and times told the same way on every page. Pure. */

/** The middle goes: the beginning says what it is, the end what it is about. */
export function middle(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil((most - 1) * 0.6)
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`
}

// Made once: making one is far slower than asking it.
const timeOnly = new Intl.DateTimeFormat(undefined, { hourCycle: 'h23', timeStyle: 'medium' })
const dateToo = new Intl.DateTimeFormat(undefined, { hourCycle: 'h23', dateStyle: 'medium', timeStyle: 'medium' })
const dateShort = new Intl.DateTimeFormat(undefined, {
  hourCycle: 'h23',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

export const clock = (iso: string): string => timeOnly.format(new Date(iso))

export const day = (iso: string): string => dateToo.format(new Date(iso))

/** The time alone for today, with the day for what is older. */
export function when(iso: string, now = new Date()): string {
  const at = new Date(iso)
  return at.toDateString() === now.toDateString() ? timeOnly.format(at) : dateShort.format(at).replace(',', '')
}

/** `4 s ago`, `3 min ago`, `2 h ago`, `5 d ago` */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`
}

export const ms = (value: number): string =>
  value >= 10_000 || (value > 0 && value % 1000 === 0)
    ? `${Number((value / 1000).toFixed(1))} s`
    : value >= 10 || value === 0
      ? `${Math.round(value)} ms`
      : `${value.toFixed(1)} ms`

/** As it is seen from the workspace. */
export const near = (file: string, root: string | undefined): string =>
  root !== undefined && (file.startsWith(`${root}/`) || file.startsWith(`${root}\\`))
    ? file.slice(root.length + 1)
    : file

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** JSON for people; what is not JSON stays as it is. */
export function pretty(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
