/** The reason why a server does not start. Problems with the database are a StoreError. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Replaces a known system error by a message for people. Returns other errors unchanged. */
export function startError(thrown: unknown, messages: Messages): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined
  return message === undefined ? thrown : new StartError(message, { cause: thrown })
}

type Messages = Readonly<Record<string, string>>

export const dataErrors = (dataDir: string): Messages => ({
  EEXIST: `${dataDir} is a file. Pass a directory with --data <dir>`,
  ENOTDIR: `a part of ${dataDir} is a file. Pass a directory with --data <dir>`,
  EACCES: `cannot create ${dataDir}: this user has no write permission. Choose another directory with --data <dir>`,
  EROFS: `cannot create ${dataDir}: the file system is read-only. Choose another directory with --data <dir>`,
})

export const listenErrors = (host: string, port: number): Messages => ({
  EADDRINUSE: `port ${port} is in use by another program. To use another port, run: hookline serve --port ${port + 1 > 65_535 ? 0 : port + 1}`,
  EACCES: `this user has no permission to use port ${port}. Choose a port above 1023 with --port <n> and put a proxy in front of it`,
  EADDRNOTAVAIL: `this machine does not have the address ${host}. Pass one of its own addresses with --host: 127.0.0.1, or 0.0.0.0 for all`,
  ENOTFOUND: `the host name "${host}" has no address. Pass an address of this machine with --host: 127.0.0.1, or 0.0.0.0 for all`,
})
