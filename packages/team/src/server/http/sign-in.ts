/** `/sign-in/callback/<provider>`: where an identity provider sends the browser back to. */

import { sessionCookie } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { callerAddress } from '../rpc/authenticate.ts'
import { toWireError } from '../rpc/errors.ts'
import { completeSignIn } from '../sign-in/complete.ts'
import { SignInFailure, type SignInFailureCode } from '../sign-in/failure.ts'
import { clearedFlowCookie, readFlowSecret } from '../sign-in/flows.ts'
import { type DirectHandler, type NodeRequest, type NodeResponse, pathOf } from './node-handler.ts'

const callbackPath = /^\/sign-in\/callback\/([a-z0-9-]{1,40})$/

export const createSignInHandler =
  (context: Context): DirectHandler =>
  (request, response) => {
    const providerId = callbackPath.exec(pathOf(request))?.[1]
    if (providerId === undefined || request.method !== 'GET') return false
    void handleCallback(context, request, response, providerId)
    return true
  }

async function handleCallback(context: Context, request: NodeRequest, response: NodeResponse, providerId: string) {
  const { headers, socket, url = '' } = request
  const end = url.indexOf('?')
  try {
    const { secret, returnTo } = await completeSignIn(context, {
      ...{ providerId, query: end < 0 ? '' : url.slice(end), flowSecret: readFlowSecret(headers.cookie) },
      address: callerAddress(context, String(headers['x-forwarded-for'] ?? ''), socket.remoteAddress ?? 'unknown'),
      agent: (headers['user-agent'] ?? '').slice(0, 300),
    })
    redirect(response, returnTo, [sessionCookie(secret), clearedFlowCookie()])
  } catch (thrown) {
    redirect(response, `/?sign-in=${readFailure(context, thrown, providerId)}`, [clearedFlowCookie()])
  }
}

function readFailure(context: Context, thrown: unknown, providerId: string): SignInFailureCode {
  if (!(thrown instanceof SignInFailure)) {
    toWireError(thrown, context, 'sign-in callback')
    return 'unavailable'
  }
  context.log(`sign-in with ${providerId}: ${thrown.message}`)
  return thrown.code
}

/** The page then calls the server itself, because the browser does not send a strict cookie after a redirect of another site. */
function redirect(response: NodeResponse, location: string, cookies: readonly string[]): void {
  response.setHeader('set-cookie', [...cookies])
  response.writeHead(303, { location })
  response.end()
}
