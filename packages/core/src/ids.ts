/** Makes ids of events and runs from the time and random text (CONTRACT §7). They can be sorted as text. */
let counter = 0
let last = 0
let time = ''

/** Optimised for speed, because each event needs several ids, most of which are never read. */
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
