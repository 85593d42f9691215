/** What is wrong in a team now. Pure. */
import type { Alarm, HookActivity, Pause, Rollout } from '@hookline/team/wire'
import { formatCount } from '../../../kit/text.ts'
import type { Tone } from '../../../wire/panel.ts'
import { describePause } from '../../incidents/labels.ts'

export interface Issue {
  readonly key: string
  readonly tone: Tone
  readonly label: string
  readonly text: string
  /** The page with more, below the team. */
  readonly path?: readonly string[]
  /** The pause that a button ends. */
  readonly pauseId?: bigint
}

export interface Facts {
  readonly pauses: readonly Pick<Pause, 'id' | 'hookId' | 'scriptName' | 'until' | 'author' | 'reason'>[]
  readonly rollout: Pick<Rollout, 'revision' | 'revisions' | 'devices' | 'refused' | 'inactive'> | undefined
  /** Rollouts that stopped by themselves, until something else is published. */
  readonly stopped?: readonly Pick<Alarm, 'id' | 'detail'>[]
  /** Of the last hour. */
  readonly hooks: readonly Pick<HookActivity, 'hookId' | 'scriptName' | 'runs' | 'failures'>[]
}

/** The worst first. */
export const findIssues = (facts: Facts): readonly Issue[] => [
  ...(facts.stopped ?? []).map(
    ({ id, detail }): Issue => ({
      ...{ key: `alarm ${id}`, tone: 'deny', label: 'Stopped', path: ['publish'] },
      text: `A rollout stopped by itself: ${detail}.`,
    }),
  ),
  ...facts.pauses.map(
    (pause): Issue => ({
      ...{ key: `pause ${pause.id}`, tone: 'ask', label: 'Paused', text: describePause(pause), pauseId: pause.id },
    }),
  ),
  ...facts.hooks.filter(({ failures }) => failures > 0n).map(describeFailing),
  ...findDeviceIssues(facts.rollout),
]

const describeFailing = ({ hookId, scriptName, runs, failures }: Facts['hooks'][number]): Issue => ({
  ...{ key: `hook ${hookId}`, tone: 'fail', label: 'Failing', path: ['hooks', String(hookId)] },
  text: `${scriptName === '' ? `Hook ${hookId}` : scriptName} failed in ${failures.toLocaleString('en')} of ${formatCount(Number(runs), 'run')} in the last hour.`,
})

function findDeviceIssues(rollout: Facts['rollout']): readonly Issue[] {
  if (rollout === undefined) return []
  const { revision, revisions, devices, refused, inactive } = rollout
  const behind = revisions.filter((one) => one.revision < revision).reduce((sum, one) => sum + one.devices, 0)
  const waiting = Math.max(0, behind - inactive)
  const path = ['devices']
  const of = (count: number) => `${count.toLocaleString('en')} of ${formatCount(devices, 'device')}`
  const issue = (key: string, tone: Tone, label: string, text: string): Issue => ({ key, tone, label, text, path })
  return [
    ...(refused === 0 ? [] : [issue('refused', 'deny', 'Refused', `${of(refused)} refused the last update.`)]),
    ...(waiting === 0
      ? []
      : [
          issue(
            'behind',
            'ask',
            'Behind',
            `${of(waiting)} ${waiting === 1 ? 'does' : 'do'} not have revision ${revision} yet.`,
          ),
        ]),
    ...(inactive === 0
      ? []
      : [
          issue(
            'inactive',
            'fail',
            'Inactive',
            `${of(inactive)} ${inactive === 1 ? 'is' : 'are'} behind and did not sync for more than a day.`,
          ),
        ]),
  ]
}

export function summarizeIssues(issues: readonly Issue[]): string {
  const wrong = issues.filter(({ tone }) => tone !== 'plain').length
  return wrong === 0 ? 'Nothing is wrong now.' : `${formatCount(wrong, 'thing needs', 'things need')} attention now.`
}
