/** One hook of the next revision: what publishing does to it, as a difference. */

import type { Hook } from '@hookline/team/wire'
import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { DiffView } from '../../../kit/diff-view.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { useVersion } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Asked } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { asText } from '../hook/draft.ts'
import { changeSaid, nameOf } from '../hooks/said.ts'

export function Change({ hook, isOpen }: { readonly hook: Hook; readonly isOpen: boolean }) {
  const { teamId } = useTeam()
  const [open, { toggle }] = useDisclosure(isOpen)
  return (
    <li className="change">
      <div className="change-line">
        <StatusLabel
          tone={hook.isDeleted ? 'deny' : 'ask'}
          sign={hook.isDeleted ? '−' : hook.publishedVersion === 0n ? '+' : '±'}
        >
          {changeSaid(hook) ?? 'changed'}
        </StatusLabel>
        <Anchor
          component={Link}
          size="sm"
          underline="always"
          to={placeOf(teamId, 'hooks', hook.id)}
          className="change-name"
        >
          {reveal(nameOf(hook))}
        </Anchor>
        <span className="team-small">
          {hook.current?.hookStep}
          {hook.isActive || hook.isDeleted ? '' : ' · off'}
        </span>
        <Button size="compact-xs" variant="default" aria-expanded={open} onClick={toggle}>
          {open ? 'Hide' : 'Show'}
        </Button>
      </div>
      {open ? <Difference hook={hook} /> : null}
    </li>
  )
}

function Difference({ hook }: { readonly hook: Hook }) {
  const { teamId } = useTeam()
  const published = useVersion(teamId, hook.id, hook.publishedVersion)
  return (
    <Asked query={published} loading="Reading the version machines have">
      {(had) => {
        const before = asText(had ?? undefined)
        const after = hook.isDeleted ? '' : asText(hook.current)
        return before === after ? (
          <p className="words">The script and its settings stay as they are.</p>
        ) : (
          <DiffView before={before} after={after} label={`What changes in ${nameOf(hook)}`} language="script" />
        )
      }}
    </Asked>
  )
}
