/** What a hook printed on one stream, up to a limit. */
import { isUtf8 } from 'node:buffer'

export interface Captured {
  /** Keeps a copy of what fits. */
  add(bytes: Uint8Array): void
  /** More came than fits. */
  over(): boolean
  text(): { readonly text: string; readonly badEncoding: boolean }
}

export function createCaptured(limit: number): Captured {
  let kept = Buffer.alloc(0)
  let length = 0
  let over = false

  function grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * kept.length, 1024)))
    kept.copy(larger, 0, 0, length)
    kept = larger
  }
  return {
    add(bytes) {
      const fitting = Math.min(bytes.length, limit - length)
      if (fitting < bytes.length) over = true
      if (length + fitting > kept.length) grow(length + fitting)
      kept.set(bytes.subarray(0, fitting), length)
      length += fitting
    },
    over: () => over,
    text: () => decode(kept.subarray(0, length), over),
  }
}

/** Once over the whole, never chunk by chunk: a character that was cut in two by a read arrives whole. */
function decode(bytes: Uint8Array, cut: boolean): { readonly text: string; readonly badEncoding: boolean } {
  if (cut) {
    // `stream` keeps back the character that the limit cut in two: not the hook's bad encoding, but ours.
    const text = new TextDecoder().decode(bytes, { stream: true })
    return { text, badEncoding: text.includes('\ufffd') }
  }
  return { text: new TextDecoder().decode(bytes), badEncoding: !isUtf8(bytes) }
}
