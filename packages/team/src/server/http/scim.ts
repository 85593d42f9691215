/** `/scim/v2/…`: SCIM 2.0 over plain JSON, for a service token with the scope `scim`. */
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { authenticate } from '../rpc/authenticate.ts'
import { toWireError } from '../rpc/errors.ts'
import { ScimError, toErrorBody } from '../scim/error.ts'
import { handleScim } from '../scim/handle.ts'
import type { ScimResponse } from '../scim/request.ts'
import { authorizeInTeam } from '../sign-in/authorize-in-team.ts'
import { findTeamProvider } from '../sign-in/directory.ts'
import { createMemoryBudget, type MemoryBudget } from './bodies/memory-budget.ts'
import { readBody } from './bodies/read-body.ts'
import { type DirectHandler, type NodeRequest, type NodeResponse, pathOf } from './node-handler.ts'
import { statusOf } from './send-error.ts'

const prefix = '/scim/v2/'
const [maxBodyBytes, budgetBytes] = [1024 * 1024, 8 * 1024 * 1024]

export function createScimHandler(context: Context): DirectHandler {
  const budget = createMemoryBudget(budgetBytes)
  return (request, response) => {
    if (!pathOf(request).startsWith(prefix)) return false
    handleRequest(context, budget, request)
      .catch((thrown: unknown) => toErrorResponse(context, thrown))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy())
    return true
  }
}

async function handleRequest(context: Context, budget: MemoryBudget, request: NodeRequest): Promise<ScimResponse> {
  const actor = await authorizeScim(context, request.headers.authorization)
  const config = findTeamProvider(context, actor.team)
  if (config === undefined)
    throw new ScimError(
      409,
      'this team has no identity provider. Name one in the file of --sign-in: it gives the roles',
    )
  const url = request.url ?? ''
  const end = url.indexOf('?')
  return handleScim(
    {
      ...{ context, config, actor, method: request.method ?? '' },
      query: new URLSearchParams(end < 0 ? '' : url.slice(end)),
      ifMatch: request.headers['if-match'],
      ifNoneMatch: request.headers['if-none-match'],
      body: await readJson(budget, request),
    },
    pathOf(request).slice(prefix.length),
  )
}

/** The caller is known before any of the body is read. */
const authorizeScim = (context: Context, authorization = ''): Promise<Actor> =>
  context.store.acrossTeams(async (q) => {
    const identity = await authenticate(q, new Headers({ authorization }), context.now())
    const team = identity.kind === 'service' ? identity.team : (identity.token?.team ?? '')
    return authorizeInTeam(q, context, identity, team, ['programs', 'scim'])
  })

async function readJson(budget: MemoryBudget, request: NodeRequest): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'DELETE') return undefined
  const reservation = budget.reserve()
  try {
    const bytes = await readBody(request, maxBodyBytes, reservation)
    if (bytes === undefined)
      throw new ScimError(413, `the request body is larger than the limit of ${maxBodyBytes} bytes`)
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (thrown) {
    throw thrown instanceof SyntaxError ? new ScimError(400, 'the body is not JSON', 'invalidSyntax') : thrown
  } finally {
    reservation.release()
  }
}

function toErrorResponse(context: Context, thrown: unknown): ScimResponse {
  if (thrown instanceof ScimError) return { status: thrown.status, body: toErrorBody(thrown) }
  const error = toWireError(thrown, context, 'SCIM')
  const status = statusOf(error)
  const headers = { ...Object.fromEntries(error.metadata), ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}) }
  return { status, body: toErrorBody(new ScimError(status, error.rawMessage)), headers }
}

function send(response: NodeResponse, { status, body, headers = {} }: ScimResponse): void {
  const type: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }
  response.writeHead(status, { ...type, ...headers })
  response.end(body === undefined ? '' : JSON.stringify(body))
}
