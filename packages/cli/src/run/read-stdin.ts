/** All of stdin as UTF-8 text. Rejects where the bytes are none. */
import { fstatSync, readSync } from 'node:fs'
import type { Io } from '../io.ts'

/** Blocks until the end comes: opening Node's stream costs 5 ms, and before the event is there nothing else can be done. */
export async function readStdin(io: Io): Promise<string> {
  const chunks: Uint8Array[] = []
  if (!readBlocking(chunks)) for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk))
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.concat(chunks))
}

/** False where the descriptor does not block: the rest is left to the stream. */
function readBlocking(chunks: Uint8Array[]): boolean {
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024)
    try {
      const count = readSync(0, chunk)
      if (count === 0) return true
      chunks.push(chunk.subarray(0, count))
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
      if (code === 'EOF') return true
      if (code === 'EAGAIN') return false
      throw thrown
    }
  }
}

/** Only a character device can be a terminal; asking any further loads Node's stream. */
export const isTerminal = (io: Io): boolean => {
  try {
    return fstatSync(0).isCharacterDevice() && io.stdin.isTTY === true
  } catch {
    return false // Closed: the reader finds nothing.
  }
}
