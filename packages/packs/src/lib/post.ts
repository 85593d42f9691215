/** Sends one request to a URL of the person. An error names only the host, because the path or the query may contain a key. */
export interface PostOptions {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Throws an error with a message for people if the request fails. */
export async function post(address: string, { body, headers = {}, timeoutMs, signal }: PostOptions): Promise<void> {
  const url = httpAddress(address)
  if (url.protocol === 'https:' && process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new Error(`NODE_TLS_REJECT_UNAUTHORIZED is 0, so the certificate of ${url.host} would not be checked`)
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'user-agent': 'hookline', ...headers },
      // The person has approved this URL only, not the target of a redirect.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (error) {
    throw new Error(`request to ${url.host} failed: ${reasonOf(error, timeoutMs)}`)
  }
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${url.host} replied with status ${answer.status}`)
}

/** Throws an error with a message for people if the text is not an http or https URL. */
export function httpAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error('the address must begin with https:// or http://')
  if (url.username !== '' || url.password !== '')
    throw new Error('the address must not contain a user name or password')
  return url
}

function reasonOf(error: unknown, timeoutMs: number): string {
  // fetch always throws an Error, with the system's error as its cause.
  const { name, cause } = error as Error & { readonly cause?: { readonly code?: string; readonly message?: string } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return cause?.code ?? cause?.message ?? name
}
