/** Makes ids of events and runs from the time and random text (CONTRACT §7). They can be sorted as text. */
const PAIRS = 36 * 36
/** Every text of two digits, in order. */
let pairs: readonly string[] | undefined
let counter = 0
let last = 0
let time = ''

/** Optimised for speed, because an event may need a thousand ids, most of which are never read. */
export const newId = (): string => {
  pairs ??= Array.from({ length: PAIRS }, (_, at) => at.toString(36).padStart(2, '0'))
  const now = Date.now()
  if (now !== last) {
    last = now
    time = `${now.toString(36)}-`
  }
  counter = (counter + 1) % PAIRS
  const random = Math.floor(Math.random() * PAIRS * PAIRS)
  const third = Math.floor(Math.random() * PAIRS)
  return time + pairs[counter] + pairs[Math.floor(random / PAIRS)] + pairs[random % PAIRS] + pairs[third]
}
