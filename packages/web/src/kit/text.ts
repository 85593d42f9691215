/** Formats texts, times and counts the same way on every page. Pure. */

/** Cuts out the middle, because the beginning and the end of a path or a command identify it. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const head = Math.ceil((maxLength - 1) * 0.6)
  return `${text.slice(0, head)}…${text.slice(text.length - (maxLength - 1 - head))}`
}

// Created once, because creating a formatter is far slower than using it.
const timeOnly = new Intl.DateTimeFormat(undefined, { hourCycle: 'h23', timeStyle: 'medium' })
const dateToo = new Intl.DateTimeFormat(undefined, { hourCycle: 'h23', dateStyle: 'medium', timeStyle: 'medium' })
const dateShort = new Intl.DateTimeFormat(undefined, {
  hourCycle: 'h23',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

export const formatDate = (iso: string): string => dateToo.format(new Date(iso))

/** Only the time for today; with the date for older times. */
export function formatWhen(iso: string, now = new Date()): string {
  const at = new Date(iso)
  return at.toDateString() === now.toDateString() ? timeOnly.format(at) : dateShort.format(at).replace(',', '')
}

/** `4 s ago`, `3 min ago`, `2 h ago`, `5 d ago` */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`
}

export const formatMs = (value: number): string =>
  value >= 10_000 || (value > 0 && value % 1000 === 0)
    ? `${Number((value / 1000).toFixed(1))} s`
    : value >= 10 || value === 0
      ? `${Math.round(value)} ms`
      : `${value.toFixed(1)} ms`

/** The path relative to the workspace, for files inside it. */
export const relativePath = (file: string, root: string | undefined): string =>
  root !== undefined && (file.startsWith(`${root}/`) || file.startsWith(`${root}\\`))
    ? file.slice(root.length + 1)
    : file

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Indented JSON. Strings stay unchanged. */
export function formatJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
