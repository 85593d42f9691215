/** Random secrets, what is kept of them, and the seal on what the server itself must be able to read. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Store, StoreError } from './store/index.ts'

export const newSecret = (): string => randomBytes(32).toString('base64url')
/** A secret has 256 bits: a plain hash of it tells nothing. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const randomText = (length: number): string => Array.from(randomBytes(length), (byte) => letters[byte & 31]).join('')
/** Never a number: those are the agent vendor's own teams. */
export const newTeamId = (): string => `hl_${randomText(16)}`
export const newId = (): string => randomText(16)

export interface Seal {
  /** `purpose` is part of the seal: what was sealed for one does not open for another. */
  close(purpose: string, bytes: Uint8Array): Uint8Array
  open(purpose: string, sealed: Uint8Array): Uint8Array
  /** Another key, for one purpose; the same on every replica. */
  derive(purpose: string): Uint8Array
  /** Of the key; the same on every replica. */
  readonly fingerprint: string
}

export function sealWith(key: Uint8Array): Seal {
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

/** `HOOKLINE_MASTER_KEY` (32 bytes in base64), or `master.key` in the data directory, made at the first start. */
export function readMasterKey(dataDir: string, env: Readonly<Record<string, string | undefined>>): Uint8Array {
  const given = env.HOOKLINE_MASTER_KEY
  const key = Buffer.from(given ?? keyFile(join(dataDir, 'master.key')), 'base64')
  if (key.length === 32) return key
  const where = given === undefined ? join(dataDir, 'master.key') : 'HOOKLINE_MASTER_KEY'
  throw new StoreError('wrong-key', `${where} does not hold 32 bytes in base64 (openssl rand -base64 32)`)
}

/** Whole or not at all: servers that start together on one directory agree on the first. */
function keyFile(file: string): string {
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

/** A replica with another key could not open what the others sealed: it does not start. */
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
      'this database was made with another master key: give that one by HOOKLINE_MASTER_KEY, or put its master.key into the data directory',
    )
}
