/** A base URL that a key may be sent to: https, or http to this machine. Pure. */
import type { ProviderType } from './settings.ts'

/** Without the slash at its end; or what is wrong with it. */
export function checkedUrl(
  text: string,
  type: ProviderType,
  plainHttp: boolean,
): string | { readonly wrong: string; readonly hint: string } {
  const shown = text.replace(/\/\/[^/@]*@/, '//…@')
  if (!URL.canParse(text)) return { wrong: `"${shown}" is no URL`, hint: 'Write it as https://host/v1.' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    return { wrong: `"${shown}" holds a name or password`, hint: 'Leave it out; the key has its own setting.' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (plainHttp || isLoopback(url.hostname))))
    return {
      wrong: `"${shown}" would send the key and the input unencrypted`,
      hint: 'Use https; for a machine of your own network set "plainHttp": true beside the baseUrl.',
    }
  const bare = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  // As Anthropic's own clients read it: their base URL stops before the version.
  return type === 'anthropic' && !/\/v\d+$/.test(bare) ? `${bare}/v1` : bare
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
