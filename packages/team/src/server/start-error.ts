/** The reason why a server does not start. Problems with the database are a StoreError. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Replaces a known system error by a message for people. Returns other errors unchanged. */
export function startError(thrown: unknown, messages: Readonly<Record<string, string>>): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined
  return message === undefined ? thrown : new StartError(message, { cause: thrown })
}
