/** The headers of every response. They forbid embedding, content sniffing, caching and referrers. There are no CORS headers. */
const policy = (nonce: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** `nonce` is for the document, whose components create styles at run time. */
export const safeHeaders = (nonce?: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy(nonce),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})
