/** What a command printed: all of it, or its head and its tail where that is too much. */

export interface BoundedOutput {
  add(text: string): void
  read(): { readonly output: string; readonly leftOut: number }
}

export function boundedOutput(maxBytes: number): BoundedOutput {
  const headBytes = Math.floor(maxBytes / 2)
  const tailBytes = maxBytes - headBytes
  let total = 0
  let head = ''
  let tail = ''
  let full = false
  return {
    add(text) {
      total += Buffer.byteLength(text)
      if (!full) {
        const whole = head + text
        head = whole.length * 3 <= headBytes ? whole : start(whole, headBytes)
        full = head.length < whole.length
        tail = whole.slice(head.length)
      } else tail += text
      // A character has at least as many bytes as it has places in a string.
      if (tail.length > 2 * tailBytes) tail = tail.slice(-tailBytes)
    },
    read() {
      const kept = end(tail, tailBytes)
      const leftOut = total - Buffer.byteLength(head) - Buffer.byteLength(kept)
      const gap = leftOut === 0 ? '' : `\n[… ${leftOut} bytes left out …]\n`
      return { output: head + gap + kept, leftOut }
    },
  }
}

/** The longest beginning of that many bytes; a character is not cut in two. */
function start(text: string, bytes: number): string {
  const all = Buffer.from(text.slice(0, bytes))
  if (all.length <= bytes) return text.slice(0, bytes)
  let at = bytes
  while (at > 0 && isInside(all[at])) at--
  return all.toString('utf8', 0, at)
}

function end(text: string, bytes: number): string {
  const all = Buffer.from(text.slice(-bytes))
  if (all.length <= bytes) return text.slice(-bytes)
  let at = all.length - bytes
  while (at < all.length && isInside(all[at])) at++
  return all.toString('utf8', at)
}

const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
