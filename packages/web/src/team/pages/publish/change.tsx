/** One changed hook of the next revision, with its difference. */

import type { Hook } from '@hookline/team/wire'
import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { DiffView } from '../../../kit/diff-view.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { useVersion } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { QueryResult } from '../../page.tsx'
import { pagePath } from '../../team-pages.ts'
import { toText } from '../hook/draft.ts'
import { describeChange, nameOf } from '../hooks/labels.ts'

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
          {describeChange(hook) ?? 'changed'}
        </StatusLabel>
        <Anchor
          component={Link}
          size="sm"
          underline="always"
          to={pagePath(teamId, 'hooks', hook.id)}
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
    <QueryResult query={published} loading="Loading the published version">
      {(version) => {
        const before = toText(version ?? undefined)
        const after = hook.isDeleted ? '' : toText(hook.current)
        return before === after ? (
          <p className="words">The script and its settings do not change.</p>
        ) : (
          <DiffView before={before} after={after} label={`Changes in ${nameOf(hook)}`} language="script" />
        )
      }}
    </QueryResult>
  )
}
