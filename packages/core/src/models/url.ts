/** Checks that a key may be sent to a base URL: it must use https, or http to this machine. Pure. */
import type { ProviderType } from './settings.ts'

/** Returns the URL without a slash at the end, or why it is invalid. */
export function checkedUrl(
  text: string,
  type: ProviderType,
  plainHttp: boolean,
): string | { readonly wrong: string; readonly hint: string } {
  const shown = text.replace(/\/\/[^/@]*@/, '//…@')
  if (!URL.canParse(text)) return { wrong: `"${shown}" is not a URL`, hint: 'Write it as https://host/v1.' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    return { wrong: `"${shown}" contains a user name or password`, hint: 'Remove it; the key has its own setting.' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (plainHttp || isLoopback(url.hostname))))
    return {
      wrong: `"${shown}" would send the key and the input unencrypted`,
      hint: 'Use https. For a machine in your own network, set "plainHttp": true next to baseUrl.',
    }
  const bare = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  // The base URL of Anthropic's own clients does not include the version.
  return type === 'anthropic' && !/\/v\d+$/.test(bare) ? `${bare}/v1` : bare
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
