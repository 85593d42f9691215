/** A sync in a process of its own. */
import { spawn } from 'node:child_process'
import { testTeam } from './signer.ts'

/** So that it can be killed as a machine loses power: at the nth step that changes the disk. */
export const syncing = (home: string, step: number) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { syncTeam, thisMachine } from '@hookline/team/client'
       let step = 0
       const machine = thisMachine({ home: ${JSON.stringify(home)}, limits: { keepSetMs: 0 }, before: () => { if (++step === ${step}) process.kill(process.pid, 'SIGKILL') } })
       const done = await syncTeam(machine, '${testTeam}', { whole: true })
       console.log(step)
       if (done.state === 'kept') console.error(JSON.stringify(done))`,
    ],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  )
