/** One hook that the helper starts, in the form in which hooks are supervised. */
import type { SpawnRequest } from '../../../runners/command.ts'
import type { Outlet, Outlets } from '../outlet.ts'
import { createRemoteChild, type Supervised } from '../supervise.ts'
import type { Helper } from './helper.ts'

interface InHelper {
  readonly child: Supervised
  readonly outlets: Outlets
}

interface Handlers {
  /** The helper has its own copy of stdin, or will never open it. Called once. */
  closeStdin(): void
  /** The helper has died. What it started may still run. */
  onLost(): void
}

const lostMessage = 'the helper process that starts hooks has ended, so the exit code of this hook is not known'

/** Undefined if the helper cannot start it. Nothing has been called or changed then. */
export function startInHelper(
  helper: Helper,
  { shell: program, args, cwd, env }: SpawnRequest,
  [stdin, out, err]: readonly [number, Outlet, Outlet],
  { closeStdin, onLost }: Handlers,
): InHelper | undefined {
  if (typeof out.stdio !== 'number' || typeof err.stdio !== 'number') return undefined
  const { child, begin, fail, end, kill } = createRemoteChild(() => start?.unref())
  const stdout = holdOutlet(out)
  const stderr = holdOutlet(err)
  let mustRelease = true

  function release(): void {
    if (!mustRelease) return
    mustRelease = false
    closeStdin()
    try {
      stdout.release()
    } finally {
      stderr.release()
    }
  }
  function releaseOrFail(): void {
    try {
      release()
    } catch (error) {
      kill()
      fail(error)
    }
  }

  const start = helper.start(
    { program, args, cwd, env, descriptors: [stdin, out.stdio, err.stdio] },
    {
      started(pid) {
        begin(pid)
        releaseOrFail()
      },
      failed(error) {
        releaseOrFail()
        fail(error)
      },
      ended: end,
      lost() {
        releaseOrFail()
        kill()
        onLost()
        fail(new Error(lostMessage))
      },
    },
  )
  if (start === undefined) return undefined
  return { child, outlets: [stdout.outlet, stderr.outlet] }
}

/** Keeps the descriptors open until the helper has opened them: a closed one's number may become that of another file. */
function holdOutlet(inner: Outlet): { readonly outlet: Outlet; release(): void } {
  let begin = (): void => {}
  let isReleased = false
  let isFinished = false
  return {
    outlet: {
      stdio: inner.stdio,
      begin(stream, receive) {
        begin = () => inner.begin(stream, receive)
      },
      finish() {
        isFinished = true
        return isReleased ? inner.finish() : undefined
      },
    },
    release() {
      isReleased = true
      if (isFinished) inner.finish()
      else begin()
    },
  }
}
