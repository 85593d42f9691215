/** Ids of events and runs: time and random text (CONTRACT §7), sortable as text. */
let counter = 0
let last = 0
let time = ''

/** Several for each event, most of which nobody reads: written for speed. */
export const newId = (): string => {
  const now = Date.now()
  if (now !== last) {
    last = now
    time = now.toString(36)
  }
  counter = (counter + 1) % 1296
  const random = Math.floor(Math.random() * 36 ** 6)
  return `${time}-${(1296 + counter).toString(36).slice(1)}${random.toString(36).padStart(6, '0')}`
}
