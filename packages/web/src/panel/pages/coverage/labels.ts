/** Turns the coverage into the table that is shown: its columns, its cells and the reasons below it. */
import type { CoverageCell, CoveragePage, Tone } from '../../../wire/panel.ts'

type Agent = CoveragePage['agents'][number]
type Policy = CoveragePage['policies'][number]

export const levels: Readonly<
  Record<CoverageCell['level'], { readonly tone: Tone; readonly sign: string; readonly means: string }>
> = {
  enforced: { tone: 'allow', sign: '✓', means: 'the agent does what the hook decides' },
  emulated: { tone: 'ask', sign: '≈', means: 'Hookline reaches the same in another way' },
  'observed only': { tone: 'plain', sign: '·', means: 'the hook sees the act but cannot stop it' },
  cannot: { tone: 'deny', sign: '✗', means: 'the agent never reports it' },
}

/** What the person can choose: the agents on this machine, every agent, or one agent with its surfaces. */
export const onThisMachine = 'here'
export const everyAgent = 'all'

export const choicesOf = ({ agents }: CoveragePage): readonly { readonly value: string; readonly label: string }[] => [
  ...(agents.some(({ here }) => here)
    ? [
        { value: onThisMachine, label: 'On this machine' },
        { value: everyAgent, label: 'Every agent' },
      ]
    : [{ value: onThisMachine, label: 'Every agent (none was found here)' }]),
  ...agents.map(({ name, title }) => ({ value: name, label: `${title}, by place` })),
]

/** The choice of this name, or the agents of this machine. */
export const findChoice = (page: CoveragePage, name: string): string =>
  choicesOf(page).find(({ value }) => value === name)?.value ?? onThisMachine

export interface Column {
  readonly key: string
  readonly title: string
  cellOf(policy: Policy): CoverageCell | undefined
}

/** Where no agent is on this machine, all of them are shown, as in the terminal. */
export function shownAgents({ agents }: CoveragePage, chosen: string): readonly Agent[] {
  const here = agents.filter((agent) => agent.here)
  if (chosen === everyAgent || (chosen === onThisMachine && here.length === 0)) return agents
  return chosen === onThisMachine ? here : agents.filter(({ name }) => name === chosen)
}

/** One column for each agent, or, for one that was chosen, one for each place where it works. */
export function columnsOf(page: CoveragePage, chosen: string): readonly Column[] {
  const agents = shownAgents(page, chosen)
  const [only] = agents
  if (only !== undefined && only.name === chosen)
    return only.surfaces.map(({ name, title }) => ({
      key: name,
      title,
      cellOf: (policy) => policy.agents[only.name]?.surfaces[name],
    }))
  return agents.map(({ name, title }) => ({ key: name, title, cellOf: (policy) => policy.agents[name]?.all }))
}

export interface Reason {
  readonly level: CoverageCell['level']
  readonly text: string
}

/** Each reason once. It names its agent; what limits a place begins with the column. */
export function reasonsOf({ policies }: CoveragePage, columns: readonly Column[]): readonly Reason[] {
  const found = columns.flatMap(({ title, cellOf }) =>
    policies.flatMap((policy): readonly Reason[] => {
      const cell = cellOf(policy)
      if (cell === undefined) return []
      const { level, why, note } = cell
      return [
        ...(why === undefined ? [] : [{ level, text: why }]),
        ...(note === undefined ? [] : [{ level, text: `${title}: ${note}` }]),
      ]
    }),
  )
  return [...new Map(found.map((reason) => [reason.text, reason])).values()]
}
