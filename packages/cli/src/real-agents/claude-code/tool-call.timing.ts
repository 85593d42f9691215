/** How much longer a tool call of the real agent takes: with the launcher, with Node for each event, and with another guard. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { copyPackage, needsLauncher } from '../../testing/launcher.ts'
import { eachVersion, fullOnly } from '../subjects.ts'
import { prepareTrial, type Trial } from '../trial.ts'
import { claudeCode } from './agent.ts'

const CALLS = 15
const ROUNDS = 3
const { shell } = claudeCode.tools
const safetyNet = fileURLToPath(
  new URL('../../../../../node_modules/cc-safety-net/dist/bin/cc-safety-net.js', import.meta.url),
)

const settings = (command: string | undefined) => ({
  hooks: command === undefined ? {} : { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
})

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

eachVersion(
  { ...claudeCode, versions: claudeCode.versions.slice(0, 1) },
  'What a guard adds to a tool call',
  (subject) => {
    fullOnly('the launcher adds the least', async (context) => {
      if (needsLauncher.skip) return context.skip('there is no C compiler for the launcher')
      const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hl-t-')))
      const { program, script } = copyPackage(directory)
      mkdirSync(join(directory, 'run'), { mode: 0o700 })
      const commands: Readonly<Record<string, string | undefined>> = {
        'no hooks': undefined,
        launcher: `HOOKLINE_NODE='${process.execPath}' '${program}' run --host claude --installed`,
        'hookline run': `'${process.execPath}' '${script}' run --host claude --installed`,
        'cc-safety-net': `'${process.execPath}' '${safetyNet}' --claude-code`,
      }
      const env = { XDG_RUNTIME_DIR: join(directory, 'run') }
      try {
        const trials: Record<string, Trial> = {}
        for (const [name, command] of Object.entries(commands))
          trials[name] = await prepareTrial(subject, {
            connect: 'none',
            homeFiles: {
              '.claude/settings.json': settings(command),
              '.config/hookline/hookline.json': { version: 1, packs: { 'shell-guard': {} } },
            },
            turns: [...Array.from({ length: CALLS }, () => shell('true')), 'finished'],
          })
        const took: Record<string, number[]> = {}
        for (let round = -1; round < ROUNDS; round++)
          for (const [name, trial] of Object.entries(trials)) {
            const began = performance.now()
            const { results, answer } = await trial.prompt({ env })
            expect([results.length, answer]).toEqual([CALLS, 'finished'])
            if (round >= 0) took[name] = [...(took[name] ?? []), (performance.now() - began) / CALLS]
          }
        const alone = median(took['no hooks'] ?? [])
        const added = Object.fromEntries(Object.entries(took).map(([name, list]) => [name, median(list) - alone]))
        console.log(
          `Claude Code ${subject.version}, ms added to each of ${CALLS} tool calls (${alone.toFixed(1)} without hooks): ${JSON.stringify(added)}`,
        )
        expect(added.launcher).toBeLessThan(added['hookline run'] ?? 0)
      } finally {
        spawnSync(program, ['--stop'], { env: { ...env, PATH: process.env.PATH ?? '' } })
        rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
      }
    })
  },
)
