/** Downloads the signed repository with this device's proof. Enforces the signed or allowed length. */
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fetcher } from 'tuf-js'
import { DownloadHTTPError, DownloadLengthMismatchError } from 'tuf-js/dist/error.js'
import { type EnrolledDevice, proofHeaders } from '../device/device.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { exchange } from '../http.ts'
import { toTeamError } from '../rpc.ts'

export function deviceFetcher(device: EnrolledDevice, machine: Machine, scratch: string): Fetcher {
  const download = async (url: string, maxLength: number): Promise<Buffer> => {
    const { pathname } = new URL(url)
    const proof = proofHeaders(device.token, device.key, machine.now())
    const response = await exchange({
      method: 'GET',
      url,
      headers: proof('GET', pathname),
      maxBytes: maxLength,
      timeoutMs: machine.limits.responseMs,
    })
    if (response.status === 200) return checkLength(response.body, response.headers)
    if (response.status === 404) throw new DownloadHTTPError(`${pathname} does not exist on the server`, 404)
    throw toTeamError(response, device.url)
  }
  return {
    downloadBytes: download,
    async downloadFile(url, maxLength, handler) {
      const file = join(scratch, `${randomBytes(8).toString('hex')}.part`)
      writeFileSync(file, await download(url, maxLength), { flag: 'wx', mode: 0o600 })
      try {
        return await handler(file)
      } finally {
        rmSync(file, { force: true })
      }
    },
  }
}

function checkLength(body: Buffer, headers: Headers): Buffer {
  const length = headers.get('content-length')
  if (length !== null && Number(length) !== body.length)
    throw new DownloadLengthMismatchError(`received ${body.length} of ${length} bytes`)
  return body
}

/** Returns the original error behind an error of tuf-js. */
export function fromTufError(thrown: unknown, errors: readonly TeamError[]): TeamError {
  if (thrown instanceof TeamError) return thrown
  const teamError = errors.at(-1)
  if (teamError !== undefined) return teamError
  const diskError = findDiskError(thrown)
  if (diskError !== undefined)
    return new TeamError('local', `cannot write to the disk of this machine: ${diskError}`, { cause: thrown })
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const kind = thrown instanceof Error && thrown.constructor.name !== 'Error' ? thrown.constructor.name : name
  return new TeamError('refused', `${messageFor(kind)} (${message})`, { cause: thrown })
}

/** Disk errors are not attacks, and their paths must not be reported to the server. tuf-js keeps only the message of some of them. */
function findDiskError(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  // The next line checks both fields.
  const { code, syscall } = thrown as NodeJS.ErrnoException
  if (typeof code === 'string' && typeof syscall === 'string') return thrown.message
  return /Failed to persist metadata [\w.]+ error: (?:Error: )?(E[A-Z]+: [\s\S]*)/.exec(thrown.message)?.[1]
}

const messages: Readonly<Record<string, string>> = {
  ExpiredMetadataError: "the server's files have expired: they were signed too long ago",
  BadVersionError: 'the server offers an older version than this machine already has',
  EqualVersionError: 'the server offers an older version than this machine already has',
}
const messageFor = (kind: string): string =>
  messages[kind] ?? 'the files from the server do not match what the team signed'
