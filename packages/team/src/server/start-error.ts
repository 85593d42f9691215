/** Why a server does not start, for the person who starts it. What is wrong with the database is a StoreError. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** An error of the system as words, where it is one of those that people cause; else as it is. */
export function startError(thrown: unknown, words: Readonly<Record<string, string>>): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const said = Object.hasOwn(words, code) ? words[code] : undefined
  return said === undefined ? thrown : new StartError(said, { cause: thrown })
}
