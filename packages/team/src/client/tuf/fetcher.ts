/** How the signed repository is fetched: by this device, within the length that was signed or allowed. */
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fetcher } from 'tuf-js'
import { DownloadHTTPError, DownloadLengthMismatchError } from 'tuf-js/dist/error.js'
import { type Enrolled, proofHeaders } from '../device.ts'
import { TeamError } from '../failure.ts'
import { exchange } from '../http.ts'
import type { Machine } from '../machine.ts'
import { refusalIn } from '../rpc.ts'

export function deviceFetcher(device: Enrolled, machine: Machine, scratch: string): Fetcher {
  const bytes = async (url: string, maxLength: number): Promise<Buffer> => {
    const { pathname } = new URL(url)
    const proof = proofHeaders(device.token, device.key, machine.now())
    const answer = await exchange({
      method: 'GET',
      url,
      headers: proof('GET', pathname),
      maxBytes: maxLength,
      timeoutMs: machine.limits.answerMs,
    })
    if (answer.status === 200) return whole(answer.body, answer.headers)
    if (answer.status === 404) throw new DownloadHTTPError(`${pathname} is not there`, 404)
    throw refusalIn(answer, device.url)
  }
  return {
    downloadBytes: bytes,
    async downloadFile(url, maxLength, handler) {
      const file = join(scratch, `${randomBytes(8).toString('hex')}.part`)
      writeFileSync(file, await bytes(url, maxLength), { flag: 'wx', mode: 0o600 })
      try {
        return await handler(file)
      } finally {
        rmSync(file, { force: true })
      }
    },
  }
}

function whole(body: Buffer, headers: Headers): Buffer {
  const length = headers.get('content-length')
  if (length !== null && Number(length) !== body.length)
    throw new DownloadLengthMismatchError(`${body.length} of ${length} bytes came`)
  return body
}

/** What was thrown on the way, found below what tuf-js made of it. */
export function asRefusal(thrown: unknown, errors: readonly TeamError[]): TeamError {
  if (thrown instanceof TeamError) return thrown
  const own = errors.at(-1)
  if (own !== undefined) return own
  const disk = diskFault(thrown)
  if (disk !== undefined) return new TeamError('local', `this machine's disk refused: ${disk}`, { cause: thrown })
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const kind = thrown instanceof Error && thrown.constructor.name !== 'Error' ? thrown.constructor.name : name
  return new TeamError('refused', `${wordsFor(kind)} (${message})`, { cause: thrown })
}

/** What the disk said is nobody's attack, and with its paths nobody else's business. tuf-js keeps only the words of some. */
function diskFault(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const { code, syscall } = thrown as NodeJS.ErrnoException
  if (typeof code === 'string' && typeof syscall === 'string') return thrown.message
  return /Failed to persist metadata [\w.]+ error: (?:Error: )?(E[A-Z]+: [\s\S]*)/.exec(thrown.message)?.[1]
}

const words: Readonly<Record<string, string>> = {
  ExpiredMetadataError: 'what the server has was signed too long ago',
  BadVersionError: 'the server offers something older than this machine has seen',
  EqualVersionError: 'the server offers something older than this machine has seen',
}
const wordsFor = (kind: string): string => words[kind] ?? 'what the server sent is not what the team signed'
