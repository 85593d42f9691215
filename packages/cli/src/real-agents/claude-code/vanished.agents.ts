/** Hookline itself is gone, killed or too slow: the command must not run unguarded. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Place } from '../place.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { runTrial, type Setup } from '../trial.ts'
import { claudeCode } from './agent.ts'

const { shell } = claudeCode.acts

/** A user-level hook on commands, in an installation that `prepare` damages. */
const guarded = (prepare: Setup['prepare'], guard = 'cat > /dev/null'): Setup => ({
  connect: 'user',
  ownInstall: true,
  homeFiles: { '.cursor/guard.sh': `#!/bin/sh\n${guard}\n` },
  userHooks: { beforeShellExecution: [{ command: './guard.sh' }] },
  turns: [shell('touch acted')],
  ...(prepare === undefined ? {} : { prepare }),
})

/** Every entry that `init` wrote gets this timeout, in seconds. */
function setTimeouts({ home }: Place, timeout: number): void {
  const file = join(home, '.claude/settings.json')
  type Group = { readonly hooks: readonly object[] }
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, readonly Group[]> }
  for (const [event, groups] of Object.entries(settings.hooks))
    settings.hooks[event] = groups.map((group) => ({
      ...group,
      hooks: group.hooks.map((one) => ({ ...one, timeout })),
    }))
  writeFileSync(file, JSON.stringify(settings))
}

const ways: Readonly<Record<string, Setup>> = {
  'is killed': guarded(({ program }) => writeFileSync(program, "process.kill(process.pid, 'SIGKILL')\n")),
  'is gone': guarded(({ program }) => rmSync(program)),
  'has no Node': guarded(({ bin }) => rmSync(join(bin, 'node'))),
}

eachVersion(claudeCode, (subject) => {
  const newest = subject.version === claudeCode.versions[0]

  sampled('with Hookline in place the command runs', async () => {
    const { place, records } = await runTrial(subject, guarded(undefined))
    expect(place.exists('acted')).toBe(true)
    expect(records).toMatchObject([{ event: 'beforeShellExecution', kind: 'proceed' }])
  })

  for (const [way, setup] of Object.entries(ways))
    fullOnly(`Hookline ${way}: the command does not run`, async () => {
      const { place, results } = await runTrial(subject, setup)
      expect(place.exists('acted')).toBe(false)
      expect(results).toMatchObject([{ isError: true }])
    })

  fullOnly('Hookline cannot start because of NODE_OPTIONS: the command does not run', async () => {
    const { place, results } = await runTrial(subject, guarded(undefined), {
      env: { NODE_OPTIONS: '--no-such-option' },
    })
    expect(place.exists('acted')).toBe(false)
    expect(results).toMatchObject([{ isError: true }])
  })

  fullOnly('a hook takes longer than the timeout of the entry: the command does not run', async () => {
    const { place } = await runTrial(
      subject,
      guarded((made) => setTimeouts(made, 2), 'sleep 6'),
    )
    expect(place.exists('acted')).toBe(false)
  })

  // Older versions have no way to say that a timeout blocks.
  const outcome = newest ? 'the command does not run' : 'the command runs, and doctor says that this stays open'
  fullOnly(`Hookline cannot even start within the timeout of its entry: ${outcome}`, async () => {
    const { place } = await runTrial(
      subject,
      guarded((made) => setTimeouts(made, 0.02)),
    )
    expect(place.exists('acted')).toBe(!newest)
  })

  fullOnly('a prompt hook that hangs and fails closed: the prompt does not reach the model', async () => {
    const { modelReceived, place } = await runTrial(
      subject,
      {
        connect: 'user',
        homeFiles: { '.cursor/hang.sh': '#!/bin/sh\necho {}\n' },
        prepare: (place) => place.writeHome({ '.cursor/hang.sh': '#!/bin/sh\nsleep 60\n' }),
        userHooks: { beforeSubmitPrompt: [{ command: './hang.sh', failClosed: true }] },
        turns: [shell('touch acted')],
      },
      { text: 'please start', limitMs: 90_000 },
    )
    expect(modelReceived('please start')).toBe(false)
    expect(place.exists('acted')).toBe(false)
  })

  // Claude Code gives up after 30 s here: nothing but the time that `run` has decides.
  fullOnly('the same below a plain call of Hookline: the prompt does not reach the model', async () => {
    const { modelReceived } = await runTrial(
      subject,
      {
        connect: 'user',
        homeFiles: { '.cursor/hang.sh': '#!/bin/sh\necho {}\n' },
        prepare: (place) => {
          place.writeHome({ '.cursor/hang.sh': '#!/bin/sh\nsleep 60\n' })
          const file = join(place.home, '.claude/settings.json')
          const text = readFileSync(file, 'utf8')
          writeFileSync(file, text.replaceAll(/ \|\| exit 2|,\s*"timeout": \d+,\s*"onFailure": "block"/g, ''))
        },
        userHooks: { beforeSubmitPrompt: [{ command: './hang.sh', failClosed: true }] },
        turns: [shell('touch acted')],
      },
      { text: 'please start', limitMs: 90_000 },
    )
    expect(modelReceived('please start')).toBe(false)
  })
})
