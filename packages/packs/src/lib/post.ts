/** One request to an address of the person's own. Its failure names the host alone: a path or a query may hold a key. */
export interface Posting {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Throws with a sentence unless it was taken. */
export async function post(address: string, { body, headers = {}, timeoutMs, signal }: Posting): Promise<void> {
  const url = httpAddress(address)
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'user-agent': 'hookline', ...headers },
      // Where a redirect leads, nobody has said.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (error) {
    throw new Error(`${url.host} was not reached: ${reasonOf(error, timeoutMs)}`)
  }
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}`)
}

/** Throws with a sentence for what is no http or https address. */
export function httpAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error('the address must begin with https:// or http://')
  if (url.username !== '' || url.password !== '') throw new Error('the address must hold no user name or password')
  return url
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, cause } = error as Error & { readonly cause?: { readonly code?: string; readonly message?: string } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return cause?.code ?? cause?.message ?? name
}
