/** Some of the admin service's methods. */
import type { ServiceImpl } from '@connectrpc/connect'
import type { AdminService } from '../../../wire/index.ts'
import { Refusal } from '../../refusal.ts'

export type Methods = Partial<ServiceImpl<typeof AdminService>>

export const isoTime = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

/** Limits the number of rows of a page. */
export const pageSize = (limit: number): number => (limit <= 0 ? 50 : Math.min(limit, 500))

/** Reads where the previous page ended. Empty text means the first page. Another list's text would repeat pages. */
export function pageFrom(before: string): number {
  if (before === '') return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(before)) throw new Refusal('invalid', 'before must be the `next` of a page of this list')
  return Number(before)
}
