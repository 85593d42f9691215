/** Tests what `hookline connect` writes: each event is answered once, and what happens when Hookline is missing or killed. */
import { rmSync } from 'node:fs'
import { expect } from 'vitest'
import type { Files } from './agent.ts'
import type { TrialSandbox } from './sandbox.ts'
import { eachConnectable, forTable, fullOnly, measured } from './subjects.ts'
import { runTrial, type TrialSetup } from './trial.ts'

const guard = (text: string): Files => ({ 'guard.sh': `#!/bin/sh\n${text}\n` })
const hooks = { beforeShellExecution: [{ command: 'exec ./guard.sh', failClosed: true }] }

/** Which settings call Hookline, and whether the agent then stops without it. */
const levels = [
  { name: "the person's settings", args: [], refuses: true },
  { name: "the project's settings", args: ['--project'], refuses: false },
  { name: "the project's settings with --required", args: ['--project', '--required'], refuses: true },
] as const

const failures: Readonly<Record<string, Pick<TrialSetup, 'files'> & { damage?: (sandbox: TrialSandbox) => void }>> = {
  missing: { files: guard('echo {}'), damage: ({ program }) => rmSync(program) },
  // The hook's parent is the process of Hookline.
  killed: { files: guard('kill -9 $PPID; sleep 20') },
}

eachConnectable('Connected', (subject) => {
  const { agent } = subject
  const name = agent.connection?.replace('connect-', '') ?? ''
  const connect = (sandbox: TrialSandbox, args: readonly string[]) =>
    sandbox.hookline(['connect', name, ...args, '--yes'], [0, 1])
  const turns = [agent.tools.shell('touch acted')]

  fullOnly('connected in both settings, each event is answered once', async () => {
    const { sandbox } = await runTrial(subject, {
      files: guard('echo x >> runs; echo {}'),
      hooks,
      prepare: async (sandbox) => void (await connect(sandbox, [])),
      turns,
    })
    expect(sandbox.read('runs')).toBe('x\n')
  })

  for (const level of levels)
    for (const [failure, { files, damage }] of Object.entries(failures)) {
      const act = level.refuses ? 'nothing happens' : 'the command runs'
      const isSampled = failure === 'missing' && level.args.length === 0
      forTable(
        `connected in ${level.name}: when Hookline is ${failure}, ${act}`,
        async (context) => {
          const { sandbox } = await runTrial(subject, {
            connect: 'none',
            ownInstall: true,
            files: { ...files },
            hooks,
            prepare: async (sandbox) => {
              await connect(sandbox, level.args)
              await sandbox.hookline(['trust', 'add', '--yes'])
              damage?.(sandbox)
            },
            turns,
          })
          const ran = sandbox.exists('acted')
          measured(context, `Hookline ${failure}, ${level.name}`, ran ? 'runs' : 'blocks')
          expect(ran).toBe(!level.refuses)
        },
        isSampled,
      )
    }
})
