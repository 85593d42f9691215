/** Creates a temporary workspace and home, with packs in the workspace's file or the person's. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreateOptions, createHooks } from '@hookline/core/node'
import { expect, onTestFinished } from 'vitest'

export async function workspace(
  packs: object,
  level: 'project' | 'user' = 'project',
  options: Partial<CreateOptions> = {},
) {
  const base = mkdtempSync(join(tmpdir(), 'hookline-pack-'))
  const [root, home] = [join(base, 'work'), join(base, 'home')]
  const write = (name: string, text: string, mode = 0o644) => {
    const path = join(base, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, mode)
    return path
  }
  write('work/.keep', '')
  write(
    level === 'project' ? 'work/.hookline/hookline.json' : 'home/.config/hookline/hookline.json',
    JSON.stringify({ packs }),
  )
  const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all', watch: false, ...options })
  onTestFinished(async () => {
    await hooks.close()
    rmSync(base, { recursive: true, force: true })
  })
  expect(hooks.problems).toEqual([])
  return { base, root, home, hooks, write, state: join(home, '.local/state/hookline') }
}
