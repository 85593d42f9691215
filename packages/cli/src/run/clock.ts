/** The bundle's `performance`: Node's own is loaded at its first use, which costs 1 ms. */
export const performance = {
  now: (): number => {
    const [seconds, nanoseconds] = process.hrtime()
    return seconds * 1e3 + nanoseconds / 1e6
  },
}
