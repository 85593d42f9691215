/** Who may ask at all. A web page must not reach this server by any name of its own, and nothing answers without the token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PanelFailure } from './failure.ts'

/** As it is handed over: the names under which this server is asked for, with the port. */
const hostNames = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

/** Exactly one Host, letter by letter: a name that was made to lead here (DNS rebinding) is another one. */
export function checkHost({ rawHeaders, url = '' }: IncomingMessage, port: number): string {
  const hosts = valuesOf(rawHeaders, 'host')
  const [host] = hosts
  if (host === undefined || hosts.length > 1 || !hostNames(port).includes(host) || !url.startsWith('/'))
    throw new PanelFailure(421, 'wrong-host', 'This server is asked for under another name than its own.', {
      next: `http://127.0.0.1:${port}/`,
    })
  return host
}

/** A browser says from where it asks; a program on this machine says nothing. */
export function checkOrigin({ rawHeaders }: IncomingMessage, host: string): void {
  const isOurs = valuesOf(rawHeaders, 'origin').every((origin) => origin === `http://${host}`)
  if (!isOurs) throw new PanelFailure(403, 'wrong-origin', 'Another site may not ask this server.')
}

const ownSites: readonly string[] = ['same-origin', 'none']

export function checkSite({ rawHeaders }: IncomingMessage): void {
  if (!valuesOf(rawHeaders, 'sec-fetch-site').every((site) => ownSites.includes(site)))
    throw new PanelFailure(403, 'wrong-site', 'Another site may not ask this server.')
}

/** The same time for every wrong token, whatever its length. */
export function checkToken({ rawHeaders }: IncomingMessage, token: string): void {
  const given = valuesOf(rawHeaders, 'authorization')
  const [, said = ''] = /^Bearer ([\w-]+)$/.exec(given[0] ?? '') ?? []
  if (given.length !== 1 || !timingSafeEqual(hashOf(said), hashOf(token)))
    throw new PanelFailure(401, 'no-token', 'The token is missing or another one: open the address that was printed.', {
      next: 'hookline panel',
    })
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** All of that name: Node keeps only the first of some. */
function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) found.push(rawHeaders[at + 1] ?? '')
  return found
}
