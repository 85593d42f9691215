/** Hookline itself is gone, killed or too slow below Claude Code, with the entry that `hookline init --user` writes. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Place } from '../place.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { type PromptOptions, runTrial, type Setup, type Subject } from '../trial.ts'
import { claudeCode } from './agent.ts'

interface Way {
  readonly name: string
  readonly event?: 'beforeShellExecution' | 'beforeSubmitPrompt'
  /** What the user's hook does once everything is connected. */
  readonly hook?: string
  /** Damages the installation or the settings. */
  readonly damage?: (place: Place) => void
  readonly options?: PromptOptions
  /** Versions on which the command runs all the same; `hookline doctor` says so there. */
  readonly open?: readonly string[]
}

/** Changes the text of the settings that `init` wrote. */
const editSettings = (edit: (text: string) => string) => (place: Place) => {
  const file = join(place.home, '.claude/settings.json')
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}

const ways: readonly Way[] = [
  { name: 'it is killed', hook: 'kill -9 $PPID; sleep 20' },
  { name: 'it is gone', damage: ({ program }) => rmSync(program) },
  { name: 'there is no Node', damage: ({ bin }) => rmSync(join(bin, 'node')) },
  { name: 'NODE_OPTIONS stops every Node', options: { env: { NODE_OPTIONS: '--no-such-option' } } },
  {
    name: 'the timeout of its entry is shorter than a hook takes',
    hook: 'sleep 8',
    damage: editSettings((text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 3')),
  },
  {
    name: 'the timeout of its entry is too short to start it',
    damage: editSettings((text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 0.02')),
    // This version has no way to make a timeout block.
    open: ['2.1.197'],
  },
  {
    name: 'a prompt hook that fails closed hangs',
    event: 'beforeSubmitPrompt',
    hook: 'sleep 100',
    damage: editSettings((text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 5')),
  },
  {
    // Claude Code gives up after 30 s here, and only the deadline inside `run` can refuse before.
    name: 'a prompt hook that fails closed hangs below a plain call of Hookline',
    event: 'beforeSubmitPrompt',
    hook: 'sleep 100',
    damage: editSettings((text) => text.replaceAll(/ \|\| exit 2|,\s*"timeout": \d+,\s*"onFailure": "block"/g, '')),
  },
]

const guard = (text: string) => ({ '.cursor/guard.sh': `#!/bin/sh\n${text}\n` })

/** One gate, so that no other refuses first; the hook turns bad after `init` has proved it. */
const setupOf = ({ event = 'beforeShellExecution', hook = 'exit 0', damage }: Way): Setup => ({
  connect: 'user',
  ownInstall: true,
  homeFiles: guard('exit 0'),
  userHooks: { [event]: [{ command: 'exec ./guard.sh', failClosed: true }] },
  prepare: (place) => {
    place.writeHome(guard(hook))
    damage?.(place)
  },
  turns: [claudeCode.acts.shell('touch acted')],
})

/** Whether doctor, which finds this version on the PATH, says that a slow Hookline is passed over. */
async function doctorSays({ program }: Subject, place: Place): Promise<boolean> {
  symlinkSync(join(dirname(program), '../../.bin/claude'), join(place.bin, 'claude'))
  return (await place.hookline(['doctor'], [0, 1])).stdout.includes('goes on when Hookline is slower')
}

eachVersion(claudeCode, 'Hookline itself fails', (subject) => {
  sampled('with Hookline in place the command runs', async () => {
    const { place, records } = await runTrial(subject, setupOf({ name: 'nothing' }))
    expect(place.exists('acted')).toBe(true)
    expect(records).toMatchObject([{ event: 'beforeShellExecution', kind: 'proceed' }])
  })

  for (const [at, way] of ways.entries()) {
    const isOpen = way.open?.includes(subject.version) === true
    const declare = at === 1 || at === 3 ? sampled : fullOnly
    declare(`when ${way.name}, the command ${isOpen ? 'runs' : 'does not run'}`, async () => {
      const { place } = await runTrial(subject, setupOf(way), { limitMs: 90_000, ...way.options })
      expect(place.exists('acted')).toBe(isOpen)
      if (way.open !== undefined) expect(await doctorSays(subject, place)).toBe(isOpen)
    })
  }
})
