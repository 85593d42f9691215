/** Some of the admin service's methods. */
import type { ServiceImpl } from '@connectrpc/connect'
import type { AdminService } from '../../../wire/index.ts'

export type Methods = Partial<ServiceImpl<typeof AdminService>>

export const isoTime = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

/** Limits the number of rows of a page. */
export const pageSize = (limit: number): number => (limit <= 0 ? 50 : Math.min(limit, 500))

/** Reads where the previous page ended. Any other text means the first page. */
export const pageFrom = (before: string): number =>
  /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER
