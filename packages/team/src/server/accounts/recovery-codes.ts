/** Codes for people who have lost their second factor. Each of them works once. */
import { randomBytes } from 'node:crypto'
import { hashOf } from '../secrets.ts'
import type { Query } from '../store/index.ts'

const count = 10
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 random bits, so a plain hash does not reveal it. */
const newCode = (): string =>
  (
    Array.from(randomBytes(16), (byte) => alphabet[byte & 31])
      .join('')
      .match(/.{4}/g) ?? []
  ).join('-')

const fold = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Replaces all codes of the account. */
export async function createRecoveryCodes(q: Query, accountId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, newCode)
  await deleteRecoveryCodes(q, accountId)
  const rows = codes.map((code) => ({ account_id: accountId, hash: hashOf(fold(code)) }))
  await q.insertInto('recovery_codes').values(rows).execute()
  return codes
}

export const countRecoveryCodes = async (q: Query, accountId: string): Promise<number> =>
  (await q.selectFrom('recovery_codes').select('hash').where('account_id', '=', accountId).execute()).length

/** Uses up the code. Of two parallel requests, only one succeeds. */
export async function useRecoveryCode(q: Query, accountId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await q
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('hash', '=', hashOf(fold(code)))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const deleteRecoveryCodes = async (q: Query, accountId: string): Promise<void> => {
  await q.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}
