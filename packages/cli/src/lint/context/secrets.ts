/** Finds text that looks like a secret, with the patterns that also keep secrets out of the log. */
import { redactSecrets } from '@hookline/core/node'

export interface Secret {
  readonly kinds: readonly string[]
  readonly offset: number
}

/** Returns one result for each line that contains a secret. */
export function findSecrets(text: string): readonly Secret[] {
  let offset = 0
  return text.split('\n').flatMap((line) => {
    const start = offset
    offset += line.length + 1
    const { text: redacted, found } = redactSecrets(line)
    return found.length === 0 ? [] : [{ kinds: found, offset: start + commonPrefixLength(line, redacted) }]
  })
}

function commonPrefixLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
