/** Runs before every method of the admin service: authenticates the caller, and checks what they may do in the team. */
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { AdminService } from '../../../wire/index.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../refusal.ts'
import { authorizeInTeam, type Right } from '../../sign-in/authorize-in-team.ts'
import { authenticate } from '../authenticate.ts'
import { rights } from './rights.ts'

const actorKey = createContextKey<Actor | undefined>(undefined, { description: 'the caller and the team' })

export function getActor(handler: HandlerContext): Actor {
  const actor = handler.values.get(actorKey)
  if (actor === undefined) throw new Error('a method of the admin service was called without requireRole')
  return actor
}

export const requireRole =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    if (request.service.typeName !== AdminService.typeName) return next(request)
    // The type of the field is checked below.
    const team = request.stream ? undefined : (request.message as { teamId?: unknown }).teamId
    const table: Readonly<Record<string, Right>> = rights
    const right = table[request.method.localName]
    if (typeof team !== 'string' || right === undefined) throw notFound()
    request.contextValues.set(actorKey, await authorize(context, request.header, team, right))
    return next(request)
  }

/** Also for requests outside of Connect. */
export const authorize = (context: Context, headers: Headers, team: string, right: Right): Promise<Actor> =>
  context.store.acrossTeams(async (q) =>
    authorizeInTeam(q, context, await authenticate(q, headers, context.now()), team, right),
  )
