/** One authenticated SCIM request, and what its answer consists of. */
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { namesTag } from '../etag.ts'
import type { ProviderConfig } from '../sign-in/config.ts'
import { ScimError } from './error.ts'

export interface ScimRequest {
  readonly context: Context
  readonly actor: Actor
  readonly config: ProviderConfig
  readonly method: string
  readonly query: URLSearchParams
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly body: unknown
}

export interface ScimResponse {
  readonly status: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export const etag = (version: number): string => `W/"${version}"`

export function requireVersion({ ifMatch }: ScimRequest, version: number): void {
  if (ifMatch !== undefined && !namesTag(ifMatch, etag(version)))
    throw new ScimError(412, 'the resource has changed in the meantime')
}

const maxPage = 200

/** `startIndex` counts from 1. Anything below counts as 1, and a negative count as 0 (RFC 7644, section 3.4.2.4). */
export function readPage(query: URLSearchParams): { readonly start: number; readonly count: number } {
  const number = (name: string, otherwise: number): number => {
    const text = query.get(name) ?? ''
    return /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise
  }
  return { start: Math.max(1, number('startIndex', 1)), count: Math.min(maxPage, Math.max(0, number('count', 100))) }
}

export const listBody = (total: number, start: number, resources: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  ...{ totalResults: total, startIndex: start, itemsPerPage: resources.length, Resources: resources },
})

interface Stored {
  readonly id: string
  readonly version: number
  readonly created_at: number
  readonly changed_at: number
}

export const metaOf = ({ context }: ScimRequest, resourceType: 'User' | 'Group', row: Stored) => ({
  ...{ resourceType, created: new Date(row.created_at).toISOString() },
  ...{ lastModified: new Date(row.changed_at).toISOString(), version: etag(row.version) },
  location: `${context.publicUrl()}/scim/v2/${resourceType}s/${row.id}`,
})
