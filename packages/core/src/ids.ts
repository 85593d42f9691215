/** Makes ids of events and runs from the time and random text (CONTRACT §7). They can be sorted as text. */
const PAIRS = 36 * 36
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
let counter = 0
let last = 0
let time = ''

/** The time, a counter, and four random digits. */
function makeBeginning(): string {
  const now = Date.now()
  if (now !== last) {
    last = now
    time = now.toString(36)
  }
  counter = (counter + 1) % PAIRS
  const random = Math.floor(Math.random() * PAIRS * PAIRS)
  return `${time}-${twoDigits(counter)}${twoDigits(Math.floor(random / PAIRS))}${twoDigits(random % PAIRS)}`
}

/** Made when first needed: a process for one event would use a few, and an event with a thousand rules needs almost all. */
const pairs: (string | undefined)[] = new Array(PAIRS).fill(undefined)
function twoDigits(value: number): string {
  pairs[value] ??= `${DIGITS[Math.floor(value / 36)]}${DIGITS[value % 36]}`
  return pairs[value]
}

/** Optimised for speed, because each event needs several ids, most of which are never read. */
export function newId(): string {
  return `${makeBeginning()}${twoDigits(Math.floor(Math.random() * PAIRS))}`
}

/** Makes ids for the runs of one event, in their order. They share the beginning, because an event may have a thousand. */
export function createIds(): () => string {
  let beginning = ''
  let count = 0
  return () => {
    const at = count++ % PAIRS
    if (at === 0) beginning = makeBeginning()
    return `${beginning}${twoDigits(at)}`
  }
}
