/** Finds out whether a sandbox started, by what it proved and not by what was printed (CONTRACT §19). */
import type { Raw, RawEnd } from '../../flow.ts'
import { bubblewrapMessage, bubblewrapProof } from './bubblewrap.ts'
import { landlockMessage, landlockProof } from './landlock.ts'

type Kind = 'bubblewrap' | 'landlock'

/** Ends that this process caused: then bubblewrap had no time to report the exit code. */
const endedHere: ReadonlySet<RawEnd['kind']> = new Set<RawEnd['kind']>(['timeout', 'output-limit', 'deadline'])

/** How a run really ended in which the hook did not start. Undefined: it did. */
export function findStartFailure({ end, stderr }: Raw, kind: Kind, status: string): RawEnd | undefined {
  // The event was over before anything was started.
  if (end.kind === 'deadline' && status === '') return undefined
  if (hasStarted(end, kind, status)) return undefined
  // The hook printed nothing, so this is the text of the sandbox's own program.
  const message = (kind === 'bubblewrap' ? bubblewrapMessage : landlockMessage).exec(stderr)?.[1]
  const [, program, cause = ''] = /^execvp (.*): (.*)$/.exec(message ?? '') ?? []
  if (program !== undefined) return { kind: 'spawn', message: `${program} could not be started: ${cause}` }
  const why = message ?? (end.kind === 'spawn' ? end.message : stderr.trim().split('\n', 1)[0]) ?? ''
  return { kind: 'sandbox', message: `the sandbox could not be started: ${why === '' ? describeEnd(end) : why}` }
}

function hasStarted(end: RawEnd, kind: Kind, status: string): boolean {
  if (kind === 'landlock') return landlockProof.started.test(status) && !landlockProof.notExecuted.test(status)
  return bubblewrapProof.ended.test(status) || (endedHere.has(end.kind) && bubblewrapProof.entered.test(status))
}

const describeEnd = (end: RawEnd): string =>
  end.kind === 'exit'
    ? `it ended with exit code ${end.code}`
    : end.kind === 'signal'
      ? `it was ended by ${end.signal}`
      : `it ended with ${end.kind}`
