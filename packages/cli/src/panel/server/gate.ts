/** Checks who may send requests. Other web pages must not reach this server under any name, and every request for data needs the token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PanelFailure } from './failure.ts'

/** The only Host headers that are accepted: the names in the printed address, with the port. */
const hostNames = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

/** Requires exactly one Host header with an exact match. This stops DNS rebinding, where a foreign name resolves to this machine. */
export function checkHost({ rawHeaders, url = '' }: IncomingMessage, port: number): string {
  const hosts = headerValues(rawHeaders, 'host')
  const [host] = hosts
  if (host === undefined || hosts.length > 1 || !hostNames(port).includes(host) || !url.startsWith('/'))
    throw new PanelFailure(421, 'wrong-host', 'The Host of this request is not an address of the panel.', {
      next: `http://127.0.0.1:${port}/`,
    })
  return host
}

/** A browser sends the Origin of the page. A program on this machine sends none, which is allowed. */
export function checkOrigin({ rawHeaders }: IncomingMessage, host: string): void {
  const isOurs = headerValues(rawHeaders, 'origin').every((origin) => origin === `http://${host}`)
  if (!isOurs) throw new PanelFailure(403, 'wrong-origin', 'Other sites may not send requests to the panel.')
}

const ownSites: readonly string[] = ['same-origin', 'none']

export function checkSite({ rawHeaders }: IncomingMessage): void {
  if (!headerValues(rawHeaders, 'sec-fetch-site').every((site) => ownSites.includes(site)))
    throw new PanelFailure(403, 'wrong-site', 'Other sites may not send requests to the panel.')
}

/** Compares hashes, so that every wrong token takes the same time, whatever its length. */
export function checkToken({ rawHeaders }: IncomingMessage, token: string): void {
  const headers = headerValues(rawHeaders, 'authorization')
  const [, given = ''] = /^Bearer ([\w-]+)$/.exec(headers[0] ?? '') ?? []
  if (headers.length !== 1 || !timingSafeEqual(hash(given), hash(token)))
    throw new PanelFailure(401, 'no-token', 'The token is missing or wrong. Open the address that the panel printed.', {
      next: 'hookline panel',
    })
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** All headers with that name. `request.headers` has only the first of some. */
function headerValues(rawHeaders: readonly string[], name: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) found.push(rawHeaders[at + 1] ?? '')
  return found
}
