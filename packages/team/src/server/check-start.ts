/** `hookline serve --check`: whether a server could use the data directory, the master key and the address. It creates nothing. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { readMasterKey } from './secrets.ts'
import { dataErrors, listenErrors, StartError, startError } from './start-error.ts'
import { StoreError } from './store/index.ts'

export interface CheckedStart {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Returns a sentence for each problem. */
export async function checkStart({ dataDir, host, port, env }: CheckedStart): Promise<readonly string[]> {
  const data = await findProblem(() => checkDataDirectory(dataDir), dataErrors(dataDir))
  const key = data === undefined ? await findProblem(() => checkMasterKeyText(dataDir, env), {}) : undefined
  const address = await findProblem(() => tryAddress(host, port), listenErrors(host, port))
  return [data, key, address].filter((problem) => problem !== undefined)
}

async function findProblem(
  work: () => void | Promise<void>,
  messages: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    const error = startError(thrown, messages)
    if (error instanceof StartError || error instanceof StoreError) return error.message
    throw error
  }
}

/** The directory, or the nearest one above it in which the start creates it. */
function checkDataDirectory(dataDir: string): void {
  let found = dataDir
  while (!existsSync(found) && dirname(found) !== found) found = dirname(found)
  const isOwn = found === dataDir
  if (!statSync(found).isDirectory()) throw Object.assign(new Error(), { code: isOwn ? 'EEXIST' : 'ENOTDIR' })
  accessSync(found, constants.W_OK | constants.X_OK)
}

/** The first start creates a key that is missing. */
function checkMasterKeyText(dataDir: string, env: CheckedStart['env']): void {
  if (env.HOOKLINE_MASTER_KEY !== undefined || existsSync(join(dataDir, 'master.key'))) readMasterKey(dataDir, env)
}

const [anyPort, firstFreePort] = [0, 1024]

/** Another server may use the port now. Only for a port that needs rights the port itself is tried. */
const tryAddress = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve() : reject(error)))
    server.listen({ host, port: port < firstFreePort ? port : anyPort, exclusive: true }, () =>
      server.close(() => resolve()),
    )
  })
