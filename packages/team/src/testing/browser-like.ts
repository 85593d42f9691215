/** Follows redirects and keeps cookies for each origin, as a browser does. For sign-ins that cross two sites. */
interface Visit {
  readonly status: number
  /** The last address, and all addresses on the way to it. */
  readonly url: string
  readonly visited: readonly string[]
  readonly headers: Headers
  readonly text: string
}

export interface BrowserLike {
  /** Follows redirects while `until` does not match the next address. */
  visit(url: string, until?: RegExp): Promise<Visit>
  /** Calls a method of the server's services with the cookies of its origin. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the raw response
  call(origin: string, method: string, body?: object): Promise<{ status: number; body: any; headers: Headers }>
  cookies(origin: string): ReadonlyMap<string, string>
  setCookie(origin: string, name: string, value: string): void
}

export function createBrowserLike(): BrowserLike {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const request = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  return {
    async visit(url, until) {
      const visited = [url]
      let current = url
      for (;;) {
        if (until?.test(current) === true) return { status: 0, url: current, visited, headers: new Headers(), text: '' }
        const response = await request(current)
        const location = response.headers.get('location')
        if (location === null || visited.length > 15)
          return {
            status: response.status,
            url: current,
            visited,
            headers: response.headers,
            text: await response.text(),
          }
        current = new URL(location, current).href
        visited.push(current)
      }
    },
    async call(origin, method, body = {}) {
      const headers = { 'content-type': 'application/json', origin }
      const response = await request(`${origin}/hookline.team.v1.${method}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: response.headers }
    },
    cookies: (origin) => jarOf(origin),
    setCookie: (origin, name, value) => void jarOf(origin).set(name, value),
  }
}
