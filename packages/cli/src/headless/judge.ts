/** Judges what an agent did with the two commands of a proof. Pure. */

export interface ProofFacts {
  readonly title: string
  readonly timedOut: boolean
  readonly limitMs: number
  /** How the program ended: `exit 1`, and the last line that it printed on stderr. */
  readonly end: string
  /** How many times the agent asked the model. */
  readonly requests: number
  readonly allowedRan: boolean
  readonly deniedRan: boolean
  /** Why Hookline refused the command that is allowed, if it did. */
  readonly allowedRefused?: string
  /** What Hookline's log says about the denial. */
  readonly denial: 'enforced' | 'not enforced' | 'none'
}

export type ProofState = 'proved' | 'failed' | 'not-proved'
export interface Judgement {
  readonly state: ProofState
  readonly code: ProofCode
  readonly says: string
}
export type ProofCode = keyof typeof states

/** Failed: the command ran. Not proved: nothing is known. */
const states = {
  denied: 'proved',
  'never-asked': 'failed',
  'denial-ignored': 'failed',
  'not-enforced': 'failed',
  'timed-out': 'not-proved',
  'no-request': 'not-proved',
  'allowed-not-run': 'not-proved',
  'stopped-otherwise': 'not-proved',
} as const satisfies Readonly<Record<string, ProofState>>

export function judge(facts: ProofFacts): Judgement {
  const code = codeOf(facts)
  return { state: states[code], code, says: messages[code](facts) }
}

function codeOf({ deniedRan, denial, timedOut, requests, allowedRan }: ProofFacts): ProofCode {
  if (deniedRan && denial === 'none') return 'never-asked'
  if (deniedRan) return denial === 'enforced' ? 'denial-ignored' : 'not-enforced'
  if (timedOut) return 'timed-out'
  if (requests === 0) return 'no-request'
  if (!allowedRan) return 'allowed-not-run'
  return denial === 'none' ? 'stopped-otherwise' : 'denied'
}

const messages: Readonly<Record<ProofCode, (facts: ProofFacts) => string>> = {
  denied: () => 'it asked Hookline, and the denied command did not run',
  'never-asked': ({ title }) => `${title} ran the command that must be denied without asking Hookline`,
  'denial-ignored': ({ title }) => `Hookline denied the command, and ${title} ran it all the same`,
  'not-enforced': () =>
    'Hookline would have denied the command, but does not enforce its decisions here (monitor mode)',
  'timed-out': ({ limitMs, allowedRan }) =>
    `it did not end within ${Math.round(limitMs / 1000)} s and was stopped${allowedRan ? '' : '. Not even the allowed command ran'}`,
  'no-request': ({ end }) => `it did not ask the scripted model for anything, and ended with ${end}`,
  'allowed-not-run': ({ allowedRefused, end }) =>
    `it did not run even the allowed command, so nothing is proved. ${allowedRefused === undefined ? `It ended with ${end}` : `Hookline refused it: ${allowedRefused}`}`,
  'stopped-otherwise': () =>
    'the denied command did not run, but not because of Hookline, which was not asked about it',
}
