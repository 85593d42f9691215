import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useScratch, write } from '../testing/scratch.ts'
import { compose } from './create-hooks.ts'

let root: string
let home: string
useScratch((scratch) => {
  ;({ root, home } = scratch)
})

it('a trusted script that changes while its hook runs has no say, and its gate refuses', async () => {
  const script = join(root, '.cursor/hooks/guard.sh')
  write(script, '#!/bin/sh\necho "# more" >> "$0"\necho \'{"permission":"allow"}\'\n')
  chmodSync(script, 0o755)
  write(join(root, '.cursor/hooks.json'), {
    version: 1,
    hooks: { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', failClosed: false }] },
  })
  const first = await compose({ workspaceRoots: [root], home, watch: false })
  first.configs.store.add(first.configs.trustOf(root).content)
  await first.hooks.close()
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
  expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'integrity' } })
  await hooks.close()
})
