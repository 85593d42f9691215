/** One step of the set-up: whether it is done, and otherwise the command or the page for it. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Action } from '../../../kit/action.tsx'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import type { SetUpStep } from './checklist-steps.ts'

interface Confirm {
  readonly isPending: boolean
  readonly unavailable: string | undefined
  readonly onPress: () => void
}
interface Props {
  readonly step: SetUpStep
  readonly isNext: boolean
  /** For the one step that the server cannot see. */
  readonly confirm: Confirm
}
export function ChecklistStepRow({ step, isNext, confirm }: Props) {
  const { title, isDone } = step
  return (
    <li className="checklist-step team-row" data-done={isDone || undefined} aria-current={isNext ? 'step' : undefined}>
      {isDone ? <StatusLabel tone="allow">Done</StatusLabel> : <OpenLabel isNext={isNext} />}
      <div className="checklist-text">
        <span className={isDone ? undefined : 'team-strong'}>{title}</span>
        {isDone ? null : <WhatToDo step={step} confirm={confirm} />}
      </div>
    </li>
  )
}

const OpenLabel = ({ isNext }: Pick<Props, 'isNext'>) =>
  isNext ? (
    <StatusLabel tone="ask" sign="→">
      Next
    </StatusLabel>
  ) : (
    <StatusLabel tone="plain">To do</StatusLabel>
  )

function WhatToDo({ step: { id, hint, command, link }, confirm }: Pick<Props, 'step' | 'confirm'>) {
  return (
    <>
      <span className="team-small">{hint}</span>
      {command === undefined ? null : (
        <span className="checklist-command">
          <code>{command}</code>
          <CopyIconButton value={command} label={`Copy ${command}`} />
        </span>
      )}
      {link === undefined ? null : <StepLink {...link} />}
      {id === 'root-backup' ? (
        <span>
          <Action pending={confirm.isPending} unavailable={confirm.unavailable} onPress={confirm.onPress}>
            I have a backup
          </Action>
        </span>
      ) : null}
    </>
  )
}

function StepLink({ label, path }: NonNullable<SetUpStep['link']>) {
  const { teamId } = useTeam()
  return (
    <Anchor component={Link} size="sm" underline="always" to={path === 'account' ? '/account' : pagePath(teamId, path)}>
      {label}
    </Anchor>
  )
}
