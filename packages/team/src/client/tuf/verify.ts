/** The signed repository, verified from the root that was pinned at enrolment. Metadata that was believed once is kept. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readState } from '@hookline/core/team'
import { type Fetcher, type TargetFile, Updater } from 'tuf-js'
import type { Enrolled } from '../device.ts'
import type { Disk } from '../disk.ts'
import { TeamError } from '../failure.ts'
import type { Machine } from '../machine.ts'
import { asRefusal, deviceFetcher } from './fetcher.ts'

export interface Verified {
  /** The signed version of the list of targets. */
  readonly revision: number
  readonly expiresAt: string
  /** The SHA-256 that was signed for a target. */
  hash(path: string): Promise<string>
  /** A target's bytes, which are the ones that were signed, or a `TeamError`. */
  target(path: string, maxBytes: number): Promise<Buffer>
}

/** In this order: should the machine die in between, what is kept is what an honest server could have shown so far. */
const roles = ['root', 'timestamp', 'snapshot', 'targets'] as const

export async function withRepository<T>(
  device: Enrolled,
  machine: Machine,
  disk: Disk,
  use: (verified: Verified) => Promise<T>,
): Promise<T> {
  const { places } = device
  refuseBrokenRoot(device)
  const scratch = mkdtempSync(join(places.state, 'verify-'))
  try {
    cpSync(places.metadata, scratch, { recursive: true })
    return await use(await verified(device, machine, disk, scratch))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The root that all is verified from: without it nothing can be, and that is nobody's fault but this disk's. */
function refuseBrokenRoot({ places, teamId }: Enrolled): void {
  const file = join(places.metadata, 'root.json')
  if (readState(file).kind !== 'read')
    throw new TeamError(
      'local',
      `${file} cannot be used, and all is verified from it. To start again: hookline team logout ${teamId}, then enroll with a new code`,
    )
}

async function verified(device: Enrolled, machine: Machine, disk: Disk, scratch: string): Promise<Verified> {
  const base = `${device.url}/repo/${device.teamId}`
  const errors: TeamError[] = []
  const fetcher = noting(deviceFetcher(device, machine, scratch), errors)
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    errors.length = 0
    try {
      return await work()
    } catch (thrown) {
      throw asRefusal(thrown, errors)
    }
  }
  const updater = await guarded(async () => new Updater(optionsFor(base, scratch, fetcher)))
  try {
    await guarded(() => updater.refresh())
  } finally {
    // Also after a refusal: what was believed before it counts against a step back next time.
    keep(scratch, device.places.metadata, disk)
  }
  const signed = partIn(join(scratch, 'targets.json'))
  const found = async (path: string): Promise<TargetFile> => {
    const info = await updater.getTargetInfo(path)
    if (info === undefined) throw new TeamError('refused', `the signed list has no "${path}"`)
    return info
  }
  return {
    revision: Number(signed.version),
    expiresAt: String(partIn(join(scratch, 'timestamp.json')).expires),
    hash: (path) =>
      guarded(async () => {
        const { sha256 } = (await found(path)).hashes
        if (sha256 === undefined) throw new TeamError('refused', `the signed list has no SHA-256 of "${path}"`)
        return sha256
      }),
    target: (path, maxBytes) =>
      guarded(async () => {
        const info = await found(path)
        if (info.length > maxBytes) throw new TeamError('refused', `"${path}" has more than ${maxBytes} bytes`)
        return readFileSync(await updater.downloadTarget(info, join(scratch, 'target')))
      }),
  }
}

const optionsFor = (base: string, scratch: string, fetcher: Fetcher) => ({
  metadataDir: scratch,
  metadataBaseUrl: `${base}/metadata`,
  targetDir: scratch,
  targetBaseUrl: `${base}/targets`,
  fetcher,
  config: { maxRootRotations: 256, maxDelegations: 0, rootMaxLength: 512_000, timestampMaxLength: 16_384 },
})

/** tuf-js wraps what a fetcher throws in words of its own; the reason is wanted as it was. */
const noting = (fetcher: Fetcher, errors: TeamError[]): Fetcher => {
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (thrown) {
      if (thrown instanceof TeamError) errors.push(thrown)
      throw thrown
    }
  }
  return {
    downloadBytes: (url, most) => noted(fetcher.downloadBytes(url, most)),
    downloadFile: (url, most, handler) => noted(fetcher.downloadFile(url, most, handler)),
  }
}

function keep(scratch: string, metadata: string, disk: Disk): void {
  for (const role of roles) {
    const found = read(join(scratch, `${role}.json`))
    if (found !== undefined && !read(join(metadata, `${role}.json`))?.equals(found))
      disk.replaceFile(join(metadata, `${role}.json`), found)
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

const partIn = (file: string): Readonly<Record<string, unknown>> =>
  (JSON.parse(readFileSync(file, 'utf8')) as { signed: Record<string, unknown> }).signed
