/** Parses the hours in which nothing is sent: `22:00-08:00`, which may pass midnight. */
export type QuietCheck = (now: Date) => boolean

/** Throws an error with a message for people if the text is not a range of hours. */
export function parseQuietHours(text: string): QuietCheck {
  if (text === '') return () => false
  const found = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (found === null) throw new Error(`quietHours must be a range such as 22:00-08:00, got ${JSON.stringify(text)}`)
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found.slice(1).map(Number)
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
  return (now) => {
    const at = now.getHours() * 60 + now.getMinutes()
    return from <= to ? at >= from && at < to : at >= from || at < to
  }
}
