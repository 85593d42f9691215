/** Runs a sync in a separate process. */
import { spawn } from 'node:child_process'
import { testTeam } from './signer.ts'

/** Kills the process at the nth step that changes the disk, as a power failure would. */
export const startSync = (home: string, step: number) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { syncTeam, thisMachine } from '@hookline/team/client'
       let step = 0
       const machine = thisMachine({ home: ${JSON.stringify(home)}, limits: { keepSetMs: 0 }, before: () => { if (++step === ${step}) process.kill(process.pid, 'SIGKILL') } })
       const done = await syncTeam(machine, '${testTeam}', { full: true })
       console.log(step)
       if (done.state === 'kept') console.error(JSON.stringify(done))`,
    ],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  )
