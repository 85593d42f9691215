/** Security headers of every response. A page adds its own policy with a nonce. */
import type { Context } from '../context.ts'
import type { NodeResponse } from './node-handler.ts'

const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

export function setSecurityHeaders(response: NodeResponse, context: Context): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  if (context.publicUrl().startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000')
}

export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
