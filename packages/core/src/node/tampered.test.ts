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

/** Trusts the workspace with this hook, then fires the event twice, each time in a fresh engine as `hookline run` does. */
async function fireTwice(command: string, between = () => {}) {
  write(join(root, '.cursor/hooks.json'), { version: 1, hooks: { beforeShellExecution: [{ command }] } })
  const first = await compose({ workspaceRoots: [root], home, watch: false })
  first.configs.store.add(first.configs.trustOf(root).content)
  await first.hooks.close()
  const kinds: string[] = []
  for (const act of [between, () => {}]) {
    const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
    kinds.push((await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })).kind)
    await hooks.close()
    act()
  }
  return kinds
}

it.each([
  'mkdir -p logs && cat >> logs/a.jsonl',
  'mkdir -p .cache; exit 0',
  '[ -f .stamp ] || touch .stamp',
  'if test -f count; then cat count >/dev/null; fi; echo x >> count',
  'mkdir -p state/deep && cp /dev/null state/deep/empty',
  'F=.seen; [ -e "$F" ] || touch "$F"',
  '{ mkdir -p out; date > out/last; }',
])('a trusted hook may create, write and test the files its command names: %s', async (command) => {
  expect(await fireTwice(command)).toEqual(['proceed', 'proceed'])
})

it.each([
  '[ -f late.sh ] && sh late.sh; exit 0',
  'mkdir -p d; [ -x d/late.sh ] && ./d/late.sh; exit 0',
  'touch seen; test -f late.sh && . ./late.sh; exit 0',
])('a script that was created after the approval and would run closes the gate: %s', async (command) => {
  const path = command.includes('d/late.sh') ? 'd/late.sh' : 'late.sh'
  expect(await fireTwice(command, () => write(join(root, path), 'exit 0\n'))).toEqual(['proceed', 'refuse'])
})

it('the reply of a trusted script that changes while it runs does not count, and its gate refuses', async () => {
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
