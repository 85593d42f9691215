/** Texts about pauses, rollbacks and revisions. Pure. */
import type { Pause, Revision, RollbackChange } from '@hookline/team/wire'
import type { Marker } from '../../kit/decisions/buckets.ts'
import { formatWhen } from '../../kit/text.ts'

type PauseLabel = Pick<Pause, 'hookId' | 'scriptName' | 'until' | 'author' | 'reason'>

const pausedWhat = ({ hookId, scriptName }: Pick<Pause, 'hookId' | 'scriptName'>): string =>
  hookId === 0n ? 'All hooks are paused' : `${scriptName === '' ? `Hook ${hookId}` : scriptName} is paused`

/** `All hooks are paused until 14:05:00 by ana@example.com: it denies everything` */
export const describePause = (pause: PauseLabel, now = new Date()): string =>
  `${pausedWhat(pause)} until ${formatWhen(pause.until, now)} by ${pause.author}: ${pause.reason}`

const changeLabels: Readonly<Record<string, string>> = {
  added: 'comes back',
  changed: 'gets its older version',
  removed: 'is removed from devices; its draft is switched off',
}

export function describeRollbackChange({ kind, isActive }: Pick<RollbackChange, 'kind' | 'isActive'>): string {
  if (kind === 'switched') return isActive ? 'is switched on' : 'is switched off'
  return changeLabels[kind] ?? kind
}

export const toMarkers = (
  revisions: readonly Pick<Revision, 'revision' | 'publishedAt' | 'author' | 'note'>[],
): Marker[] =>
  revisions.map(({ revision, publishedAt, author, note }) => ({
    at: publishedAt,
    label: `r${revision}`,
    detail: `revision ${revision} by ${author}${note === '' ? '' : `: ${note}`}`,
  }))
