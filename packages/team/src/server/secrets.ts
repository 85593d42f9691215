/** Random secrets and their hashes, and the encryption of secrets that the server must be able to read. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Store, StoreError } from './store/index.ts'

export const newSecret = (): string => randomBytes(32).toString('base64url')
/** A secret has 256 random bits, so a plain hash does not reveal it. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const randomText = (length: number): string => Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
/** Never a number, because the agent vendor uses numbers for its own teams. */
export const newTeamId = (): string => `hl_${randomText(16)}`
export const newId = (): string => randomText(16)

export interface Seal {
  /** The purpose is part of the seal: bytes sealed for one purpose cannot be opened for another. */
  close(purpose: string, bytes: Uint8Array): Uint8Array
  open(purpose: string, sealed: Uint8Array): Uint8Array
  /** Derives a key for one purpose. It is the same on every replica. */
  derive(purpose: string): Uint8Array
  /** The fingerprint of the key. It is the same on every replica. */
  readonly fingerprint: string
}

export function createSeal(key: Uint8Array): Seal {
  return {
    close(purpose, bytes) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    },
    derive: (purpose) => createHmac('sha256', key).update(`hookline key: ${purpose}`).digest(),
    fingerprint: createHmac('sha256', key).update('hookline master key').digest('hex').slice(0, 16),
  }
}

/** Reads `HOOKLINE_MASTER_KEY` (32 bytes in base64), or `master.key` in the data directory, which the first start creates. */
export function readMasterKey(dataDir: string, env: Readonly<Record<string, string | undefined>>): Uint8Array {
  const fromEnvironment = env.HOOKLINE_MASTER_KEY
  const key = Buffer.from(fromEnvironment ?? readKeyFile(join(dataDir, 'master.key')), 'base64')
  if (key.length === 32) return key
  const source = fromEnvironment === undefined ? join(dataDir, 'master.key') : 'HOOKLINE_MASTER_KEY'
  throw new StoreError(
    'wrong-key',
    `${source} does not contain 32 bytes in base64. To create a key, run: openssl rand -base64 32`,
  )
}

/** Creates the file atomically, so that servers that start together use the same key. */
function readKeyFile(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}.${newId()}`
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8')
}

/** A replica with another key must not start, because it could not open what the others sealed. */
export async function checkMasterKey(store: Store, { fingerprint }: Seal): Promise<void> {
  const known = await store.acrossTeams(async (q) => {
    await q
      .insertInto('settings')
      .values({ name: 'master-key', value: fingerprint })
      .onConflict((c) => c.column('name').doNothing())
      .execute()
    return q.selectFrom('settings').select('value').where('name', '=', 'master-key').executeTakeFirst()
  })
  if (known?.value !== fingerprint)
    throw new StoreError(
      'wrong-key',
      'this database was created with another master key. Set HOOKLINE_MASTER_KEY to that key, or copy its master.key into the data directory',
    )
}
