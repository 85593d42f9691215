/** Makes ids of events and runs from the time and random text (CONTRACT §7). They can be sorted as text. */
const PAIRS = 36 * 36
/** Every text of two digits, in order. */
let pairs: readonly string[] | undefined
let counter = 0
let last = 0
let time = ''

/** The time, a counter, and four random digits. */
function makeBeginning(twoDigits: readonly string[]): string {
  const now = Date.now()
  if (now !== last) {
    last = now
    time = now.toString(36)
  }
  counter = (counter + 1) % PAIRS
  const random = Math.floor(Math.random() * PAIRS * PAIRS)
  return `${time}-${twoDigits[counter]}${twoDigits[Math.floor(random / PAIRS)]}${twoDigits[random % PAIRS]}`
}

const getPairs = (): readonly string[] => {
  pairs ??= Array.from({ length: PAIRS }, (_, at) => at.toString(36).padStart(2, '0'))
  return pairs
}

/** Optimised for speed, because each event needs several ids, most of which are never read. */
export function newId(): string {
  const twoDigits = getPairs()
  return `${makeBeginning(twoDigits)}${twoDigits[Math.floor(Math.random() * PAIRS)]}`
}

/** Makes ids for the runs of one event, in their order. They share the beginning, because an event may have a thousand. */
export function createIds(): () => string {
  const twoDigits = getPairs()
  let beginning = ''
  let count = 0
  return () => {
    const at = count++ % PAIRS
    if (at === 0) beginning = makeBeginning(twoDigits)
    return `${beginning}${twoDigits[at]}`
  }
}
