/** Verifies the signed repository from the root that was pinned at enrolment. Keeps verified metadata. */

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { readState } from '@hookline/core/team'
import { type Fetcher, type TargetFile, Updater } from 'tuf-js'
import type { EnrolledDevice } from '../device/device.ts'
import type { Machine } from '../device/machine.ts'
import type { Disk } from '../disk.ts'
import { TeamError } from '../failure.ts'
import { deviceFetcher, fromTufError } from './fetcher.ts'

export interface Verified {
  /** The signed version of the list of targets. */
  readonly revision: number
  readonly expiresAt: string
  /** The signed SHA-256 of a target. */
  hash(path: string): Promise<string>
  /** The bytes of a target. Throws a `TeamError` if they do not match the signature. */
  target(path: string, maxBytes: number): Promise<Buffer>
}

/** Saved in this order. If the machine stops in between, the saved files are still a state that an honest server can have. */
const roles = ['root', 'timestamp', 'snapshot', 'targets'] as const

export async function withRepository<T>(
  device: EnrolledDevice,
  machine: Machine,
  disk: Disk,
  use: (verifyRepository: Verified) => Promise<T>,
): Promise<T> {
  const { paths } = device
  checkPinnedRoot(device)
  const scratch = mkdtempSync(join(paths.state, 'verify-'))
  try {
    cpSync(paths.metadata, scratch, { recursive: true })
    return await use(await verifyRepository(device, machine, disk, scratch))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Everything is verified from this root. If it is damaged, the cause is on this machine, so do not report an attack. */
function checkPinnedRoot({ paths, teamId }: EnrolledDevice): void {
  const file = join(paths.metadata, 'root.json')
  if (readState(file).kind !== 'read')
    throw new TeamError(
      'local',
      `${file} is damaged, and nothing can be verified without it. Run hookline team logout ${teamId}, then enroll with a new code`,
    )
}

async function verifyRepository(
  device: EnrolledDevice,
  machine: Machine,
  disk: Disk,
  scratch: string,
): Promise<Verified> {
  const base = `${device.url}/repo/${device.teamId}`
  const errors: TeamError[] = []
  const fetcher = recordErrors(deviceFetcher(device, machine, scratch), errors)
  const withTeamErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    errors.length = 0
    try {
      return await work()
    } catch (thrown) {
      throw fromTufError(thrown, errors)
    }
  }
  const updater = await withTeamErrors(async () => new Updater(optionsFor(base, scratch, fetcher)))
  try {
    await withTeamErrors(() => updater.refresh())
  } finally {
    // Save after a refusal too: the metadata verified before it detects a rollback next time.
    saveMetadata(scratch, device.paths.metadata, disk)
  }
  const signed = readSignedPart(join(scratch, 'targets.json'))
  const findTarget = async (path: string): Promise<TargetFile> => {
    const info = await updater.getTargetInfo(path)
    if (info === undefined) throw new TeamError('refused', `the signed list has no "${path}"`)
    return info
  }
  return {
    revision: Number(signed.version),
    expiresAt: String(readSignedPart(join(scratch, 'timestamp.json')).expires),
    hash: (path) =>
      withTeamErrors(async () => {
        const { sha256 } = (await findTarget(path)).hashes
        if (sha256 === undefined) throw new TeamError('refused', `the signed list has no SHA-256 of "${path}"`)
        return sha256
      }),
    target: (path, maxBytes) =>
      withTeamErrors(async () => {
        const info = await findTarget(path)
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

/** Records the errors of the fetcher, because tuf-js wraps them in its own errors. */
const recordErrors = (fetcher: Fetcher, errors: TeamError[]): Fetcher => {
  const record = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (thrown) {
      if (thrown instanceof TeamError) errors.push(thrown)
      throw thrown
    }
  }
  return {
    downloadBytes: (url, most) => record(fetcher.downloadBytes(url, most)),
    downloadFile: (url, most, handler) => record(fetcher.downloadFile(url, most, handler)),
  }
}

function saveMetadata(scratch: string, metadata: string, disk: Disk): void {
  for (const role of roles) {
    const findTarget = tryRead(join(scratch, `${role}.json`))
    if (findTarget !== undefined && !tryRead(join(metadata, `${role}.json`))?.equals(findTarget))
      disk.replaceFile(join(metadata, `${role}.json`), findTarget)
  }
}

function tryRead(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

const readSignedPart = (file: string): JsonObject =>
  // TUF metadata always has a signed part.
  (JSON.parse(readFileSync(file, 'utf8')) as { signed: Record<string, unknown> }).signed
