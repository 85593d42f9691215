// A workspace with one hook for each fault and policy, a home of its own, and a copy of the package with its launcher.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installHookline } from '../../bench/install.mjs'
import { faults, timeoutOf } from './faults.mjs'

/** Every hook that starts leaves a line with the command of its event, which names the event. */
const traced = (script, trace) => script.replace('\n', `\necho "$command" >> '${trace}'\n`)
/** Of the log: the records of a whole run. */
const LOG_MB = 16_384

function writeHooks(root, trace) {
  const rows = faults.flatMap((fault) => [true, undefined].map((failClosed) => ({ fault, failClosed })))
  const entries = rows.map(({ fault, failClosed }, at) => {
    const file = `hooks/${at}.sh`
    if (fault.script !== undefined) {
      writeFileSync(join(root, file), traced(fault.script, trace))
      chmodSync(join(root, file), fault.mode ?? 0o755)
    }
    const closed = failClosed === undefined ? {} : { failClosed }
    return { command: `./${file}`, matcher: `^chaos-${at} `, timeout: timeoutOf(fault), ...closed }
  })
  writeFileSync(
    join(root, '.hookline/hookline.json'),
    JSON.stringify({ version: 1, hooks: { beforeShellExecution: entries } }),
  )
  return rows
}

export async function prepareWorkspace() {
  // A short path: the name of a socket has a limit.
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hl-c-')))
  const [root, home, run] = ['w', 'home', 'run'].map((name) => join(scratch, name))
  for (const path of [join(root, 'hooks'), join(root, '.hookline'), join(home, '.config/hookline'), run])
    mkdirSync(path, { recursive: true, mode: 0o700 })
  const trace = join(scratch, 'trace')
  writeFileSync(trace, '')
  writeFileSync(
    join(home, '.config/hookline/hookline.json'),
    JSON.stringify({ version: 1, log: { maxMb: LOG_MB }, hooks: {} }),
  )
  const rows = writeHooks(root, trace)
  const { program, script } = installHookline(join(scratch, 'package'))
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: run }
  const trusted = spawn(process.execPath, [script, 'trust', 'add', root, '--yes'], { env, stdio: 'ignore' })
  await new Promise((resolve) => trusted.on('close', resolve))
  return {
    ...{ scratch, root, home, env, trace, rows, program, script },
    sockets: join(run, 'hookline-d'),
    log: join(home, '.local/state/hookline/log'),
    logMb: LOG_MB,
  }
}

/** What the contract says about a hook's fault at this gate. */
export const wantedKind = ({ fault: { meaning }, failClosed }) =>
  meaning === 'allow' || (meaning === 'policy' && failClosed !== true) ? 'proceed' : 'refuse'
