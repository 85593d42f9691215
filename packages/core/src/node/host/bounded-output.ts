/** Keeps the output of a command: all of it, or its head and its tail if it is too long. */

export interface BoundedOutput {
  add(text: string): void
  read(): { readonly output: string; readonly leftOut: number }
}

export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headBytes = Math.floor(maxBytes / 2)
  const tailBytes = maxBytes - headBytes
  let head = ''
  let tail = ''
  /** Bytes after the head; counted only once the head is full. */
  let after = 0
  let full = false

  function fill(text: string): void {
    head += text
    // Each UTF-16 unit of a string takes at most three bytes in UTF-8.
    if (head.length * 3 <= headBytes) return
    const kept = start(head, headBytes)
    if (kept.length === head.length) return
    full = true
    tail = head.slice(kept.length)
    after = Buffer.byteLength(tail)
    head = kept
  }
  return {
    add(text) {
      if (!full) fill(text)
      else {
        tail += text
        after += Buffer.byteLength(text)
      }
      // Each unit takes at least one byte.
      if (tail.length > 2 * tailBytes) tail = tail.slice(-tailBytes)
    },
    read() {
      if (!full) return { output: head, leftOut: 0 }
      const kept = end(tail, tailBytes)
      const leftOut = after - Buffer.byteLength(kept)
      const gap = leftOut === 0 ? '' : `\n[… ${leftOut} bytes left out …]\n`
      return { output: head + gap + kept, leftOut }
    },
  }
}

/** The longest start of at most that many bytes, without cutting a character in two. */
function start(text: string, bytes: number): string {
  const all = Buffer.from(text.slice(0, bytes))
  if (all.length <= bytes) return text.slice(0, bytes)
  let at = bytes
  while (at > 0 && isContinuation(all[at])) at--
  return all.toString('utf8', 0, at)
}

function end(text: string, bytes: number): string {
  const all = Buffer.from(text.slice(-bytes))
  if (all.length <= bytes) return text.slice(-bytes)
  let at = all.length - bytes
  while (at < all.length && isContinuation(all[at])) at++
  return all.toString('utf8', at)
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
