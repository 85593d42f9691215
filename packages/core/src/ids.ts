/** Ids of events and runs: time and random text (CONTRACT §7), sortable as text. */
let counter = 0
export const newId = () => {
  counter = (counter + 1) % 1296
  return `${Date.now().toString(36)}-${counter.toString(36).padStart(2, '0')}${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`
}
