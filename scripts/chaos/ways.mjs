// The ways in which an event reaches the engine: the library, `hookline run`, and the launcher with its daemon.
import { spawn } from 'node:child_process'

const outcomeOf = (run) => (run?.outcome.kind === 'failed' ? run.outcome.code : run?.outcome.kind)

/** The text is in a field of its own, so that the command stays short enough to be a variable of the hook. */
const fieldsOf = (root, command, size) => ({ command, cwd: root, sandbox: false, padding: 'x'.repeat(size) })

export async function fireInLibrary({ root }, hooks, command, size) {
  const { kind, runs } = await hooks.fire('beforeShellExecution', fieldsOf(root, command, size))
  return { kind, outcome: runs.length === 1 ? outcomeOf(runs[0]) : `${runs.length} runs` }
}

/** `killAfterMs`: what an agent or a person may do to the program that it called. */
function call(args, { root, env }, command, size, killAfterMs) {
  const input = {
    hook_event_name: 'beforeShellExecution',
    conversation_id: 'chaos',
    workspace_roots: [root],
    ...fieldsOf(root, command, size),
  }
  return new Promise((resolve) => {
    const child = spawn(args[0], args.slice(1), { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'] })
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(input))
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.on('close', (_code, signal) => {
      clearTimeout(timer)
      resolve({ kind: readAnswer(text) ?? (signal === 'SIGKILL' ? 'killed' : 'no answer') })
    })
  })
}

export const callRun = (workspace, ...rest) =>
  call(
    [process.execPath, workspace.script, 'run', '--host', 'cursor'],
    { ...workspace, env: { ...workspace.env, HOOKLINE_DAEMON: 'off' } },
    ...rest,
  )
export const callLauncher = (workspace, ...rest) =>
  call([workspace.program, 'run', '--host', 'cursor'], workspace, ...rest)

function readAnswer(text) {
  try {
    // Cursor puts a question to the person itself.
    return ['deny', 'ask'].includes(JSON.parse(text).permission) ? 'refuse' : 'proceed'
  } catch {
    return undefined
  }
}
