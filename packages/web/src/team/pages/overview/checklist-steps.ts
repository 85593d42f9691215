/** The steps of the set-up with their links. Pure. */
import { type Checklist, type ChecklistStepId, checklistSteps } from '@hookline/team/wire'

interface StepLink {
  readonly label: string
  /** Below the team, or `account` for the page of the person. */
  readonly path: string
}

export interface SetUpStep {
  readonly id: ChecklistStepId
  readonly title: string
  readonly hint: string
  readonly isDone: boolean
  readonly command: string | undefined
  readonly link: StepLink | undefined
}

const links: Readonly<Partial<Record<ChecklistStepId, StepLink>>> = {
  hooks: { label: 'Open hooks', path: 'hooks' },
  device: { label: 'Create a code', path: 'codes' },
  agent: { label: 'Show devices', path: 'devices' },
  proof: { label: 'Show devices', path: 'devices' },
  'second-factor': { label: 'Open your account', path: 'account' },
  alarms: { label: 'Set up alarms', path: 'alarms' },
}

/** A step that the server does not have is left out. */
export const listSteps = ({ steps }: Pick<Checklist, 'steps'>, url: string): readonly SetUpStep[] =>
  checklistSteps.flatMap(({ id, title, hint, command }) => {
    const stored = steps.find((step) => step.id === id)
    if (stored === undefined) return []
    return [{ id, title, hint, isDone: stored.done, command: command?.replace('<url>', url), link: links[id] }]
  })

export const countDone = (steps: readonly SetUpStep[]): number => steps.filter(({ isDone }) => isDone).length

export const findNextStep = (steps: readonly SetUpStep[]): SetUpStep | undefined => steps.find(({ isDone }) => !isDone)
