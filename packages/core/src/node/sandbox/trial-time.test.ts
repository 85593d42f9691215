import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sandboxLevels } from '../../flow.ts'
import { findMechanism } from './mechanism.ts'

const base = mkdtempSync(join(tmpdir(), 'hookline-trial-time-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

test.runIf(process.platform === 'linux')(
  'a trial that hangs is given up, and not repeated in the process although the cache cannot be written',
  () => {
    const starts = join(base, 'starts')
    const program = join(base, 'bwrap')
    writeFileSync(starts, '')
    writeFileSync(
      program,
      `#!/bin/sh\necho x >> ${starts}\n[ "$1" != --version ] || exec echo bubblewrap 9.9.9\nexec sleep 300\n`,
    )
    chmodSync(program, 0o755)
    writeFileSync(join(base, 'file'), '')
    mkdirSync(join(base, 'home'))
    const platform = { system: 'linux', home: join(base, 'home'), env: { XDG_CACHE_HOME: join(base, 'file') } } as const
    const find = (level: (typeof sandboxLevels)[number]) =>
      findMechanism(level, platform, () => [{ kind: 'bubblewrap', program }])
    for (const _ of [1, 2])
      for (const level of sandboxLevels)
        expect(find(level)).toMatchObject({ whyNot: expect.stringContaining('bubblewrap') })
    // Its version and its trial, for the first level alone.
    expect(readFileSync(starts, 'utf8')).toBe('x\nx\n')
  },
  60_000,
)
