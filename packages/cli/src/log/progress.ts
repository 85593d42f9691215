/** Shows a progress bar on stderr for slow work: only at a terminal, and only after a moment. */
import { isAsking } from '../confirm.ts'
import type { Io } from '../io.ts'

export interface Progress {
  step(note?: string): void
  end(): void
}

const PATIENCE_MS = 300
const EVERY_MS = 80
const WIDTH = 24
const nothing: Progress = { step() {}, end() {} }

export function createProgress(io: Io, what: string, total: number): Progress {
  if (io.stderr.isTTY !== true || io.env.TERM === 'dumb') return nothing
  const started = performance.now()
  let done = 0
  let drawn = 0
  return {
    step(note = '') {
      done += 1
      const now = performance.now()
      if (isAsking()) return
      if (now - started < PATIENCE_MS || (now - drawn < EVERY_MS && done < total)) return
      drawn = now
      const filled = Math.min(WIDTH, Math.round((done / Math.max(1, total)) * WIDTH))
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
      io.stderr.write(`\r\u001b[2K${what} ${bar} ${done} of ${total}${note === '' ? '' : `, ${note}`}`)
    },
    end: () => {
      if (drawn > 0) io.stderr.write('\r\u001b[2K')
    },
  }
}
