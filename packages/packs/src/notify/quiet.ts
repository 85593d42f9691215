/** Hours in which nothing is sent: `22:00-08:00`, over midnight too. */
export type Quiet = (now: Date) => boolean

/** Throws with a sentence for what is no span of hours. */
export function quietHours(text: string): Quiet {
  if (text === '') return () => false
  const found = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (found === null) throw new Error(`quietHours is ${JSON.stringify(text)}; write it as 22:00-08:00`)
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found.slice(1).map(Number)
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
  return (now) => {
    const at = now.getHours() * 60 + now.getMinutes()
    return from <= to ? at >= from && at < to : at >= from || at < to
  }
}
