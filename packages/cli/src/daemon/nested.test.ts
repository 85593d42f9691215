import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsLauncher, type Rig, rig } from '../testing/launcher.ts'

const rule = (name: string) => ({
  version: 1,
  hooks: {
    beforeReadFile: [
      {
        type: 'rule',
        name,
        rule: { when: { field: 'file_path', contains: name }, verdict: 'deny', user_message: name },
      },
    ],
  },
})
const read = ({ root }: Rig, path: string) => ({
  hook_event_name: 'beforeReadFile',
  conversation_id: 'c',
  workspace_roots: [root],
  file_path: join(root, path),
  content: '',
})

test(
  'the daemon sees hooks of a nested directory from the event after they were trusted, and when they go',
  needsLauncher,
  async () => {
    const made = rig()
    made.write('.hookline/hookline.json', rule('root'))
    await made.trust()
    await made.ready()
    const permission = async (path: string) => JSON.parse((await made.call(read(made, path))).stdout).permission
    expect(await permission('app/nested.ts')).not.toBe('deny')
    made.write('app/.hookline/hookline.json', rule('nested'))
    await made.trust(join(made.root, 'app'))
    expect(await permission('app/nested.ts')).toBe('deny')
    expect(await permission('app/root.ts')).toBe('deny')
    expect(await permission('lib/nested.ts')).not.toBe('deny')
    // The files of a trusted directory are gone: its gates are closed, and only there.
    rmSync(join(made.root, 'app/.hookline'), { recursive: true })
    expect(await permission('app/other.ts')).toBe('deny')
    expect(await permission('lib/other.ts')).not.toBe('deny')
  },
)
