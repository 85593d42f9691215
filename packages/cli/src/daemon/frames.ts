/** What the launcher (`native/launcher.c`, `native/windows/launcher.c`) and the daemon write to each other: a kind, a length, and so many bytes. */

/**
 * The daemon declines (D), is about to begin (S), starts a hook (X), ends it (K, on Windows), or answers (A). The launcher asks (Q) and
 * reports of a hook its pid (P), failure (F), stdout (O), stderr (E) and end (W), or a signal that it got (C), or that it gives up (L).
 */
type FromDaemon = 'D' | 'S' | 'X' | 'K' | 'A'

const HEADER = 5
/** An event of 20 MB is served; what is larger was a mistake. */
const LARGEST = 96 * 2 ** 20

/** The front rings before the launcher asks, so that the daemon is awake by then. */
export const bell = Buffer.from('B\0\0\0\0')

export function frame(kind: FromDaemon, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(HEADER)
  header.write(kind, 0, 'latin1')
  header.writeUInt32LE(body.length, 1)
  return Buffer.concat([header, body])
}

export function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(Math.max(0, Math.min(0xffff_ffff, Math.floor(value))))
  return bytes
}

/** No text here holds a NUL: the kernel takes none in an argument or a variable. */
export const text = (value: string): Buffer => Buffer.from(`${value.replaceAll('\0', '')}\0`)

export const list = (values: readonly string[]): Buffer => Buffer.concat([number(values.length), ...values.map(text)])

/** Collects bytes and calls back for each whole frame. Throws on a frame that is too large. */
export function createFrameReader(onFrame: (kind: string, body: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let length = 0
  const take = (count: number): Buffer => {
    const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    chunks = [whole.subarray(count)]
    length -= count
    return whole.subarray(0, count)
  }
  let header: { readonly kind: string; readonly size: number } | undefined
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    for (;;) {
      if (header === undefined) {
        if (length < HEADER) return
        const bytes = take(HEADER)
        header = { kind: bytes.toString('latin1', 0, 1), size: bytes.readUInt32LE(1) }
        if (header.size > LARGEST) throw new Error(`a frame of ${header.size} bytes is too large`)
      }
      if (length < header.size) return
      const { kind, size } = header
      header = undefined
      onFrame(kind, take(size))
    }
  }
}

/** Reads the parts of a frame in order. */
export function createPartReader(body: Buffer) {
  let at = 0
  const reader = {
    number(): number {
      const value = body.readUInt32LE(at)
      at += 4
      return value
    },
    long(): bigint {
      const value = body.readBigUInt64LE(at)
      at += 8
      return value
    },
    text(): string {
      const end = body.indexOf(0, at)
      if (end < 0) throw new Error('a text of a frame has no end')
      const value = body.toString('utf8', at, end)
      at = end + 1
      return value
    },
    /** Bytes that begin with their number. */
    part(): Buffer {
      const length = reader.number()
      at += length
      return body.subarray(at - length, at)
    },
    list: (): readonly string[] => Array.from({ length: reader.number() }, () => reader.text()),
    rest: (): Buffer => body.subarray(at),
  }
  return reader
}
