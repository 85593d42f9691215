/** Formats the status for people: one verdict per agent, then the hooks that cannot fire. */
import { dirname } from 'node:path'
import { isUnproved, unprovedText } from '../agents.ts'
import type { ClosedGates } from '../closed-gates.ts'
import { type Obstacle, obstacleText } from '../connect/obstacles.ts'
import { faultText, fixFirst } from '../connect/settings-faults.ts'
import { lastProofText } from '../headless/text.ts'
import { shownPath } from '../paths.ts'
import { counted, labelOf, locationOf, rootsText } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { shortTime } from '../text/when.ts'
import type { AgentStatus, IdleHook, Status } from './read-status.ts'

export interface TextOptions {
  readonly style: Style
  readonly cwd: string
  readonly now: Date
}

export function statusText(status: Status, options: TextOptions): string {
  const { agents, idle, elsewhere, closed, files, hooks, checkedCopies, roots, notAdmitted } = status
  const width = Math.max(0, ...agents.map(({ agent }) => agent.title.length))
  const none = agents.length === 0 ? 'No agent was found on this machine.\n  → hookline connect <agent>\n' : ''
  const head = agents.map((one) => agentText(one, width, options)).join('')
  return [
    ...[none, head, '\n'],
    ...closed.map((one) => closedText(one, options)),
    ...files.map((one) => fileText(one, options)),
    hooksText(hooks - elsewhere.length, idle, status),
    ...groupIdle(idle).map((group) => idleText(group, options)),
    ...groupIdle(elsewhere).map(elsewhereText),
    copiesText(checkedCopies),
    notAdmittedText(notAdmitted),
    rootsText(roots, options),
  ].join('')
}

const marks = { connected: '✓', 'partly connected': '–', 'not connected': '✗', blocked: '✗' } as const

function agentText(one: AgentStatus, width: number, { style, cwd, now }: TextOptions): string {
  const { agent, state, files, missing, obstacles, faults, lastEvent, proof, questions } = one
  const mark = one.refuses.length > 0 ? '✗' : marks[state]
  const colour = { '✓': style.green, '–': style.yellow, '✗': style.red }[mark]
  const indent = ' '.repeat(width + 4)
  const connect = `hookline connect ${agent.name}`
  const time = (at: string) => shortTime(new Date(at), now)
  const verdict = state === 'blocked' ? 'connected, but it does not call Hookline' : state
  const lines = [
    `${verdict} · ${activeText(one)}`,
    ...joinDirectories(files).map(
      ({ level, file, since, events }) =>
        `${level}: ${oneLine(shownPath(file, cwd))}, ${counted(events, 'event')}${since === undefined ? '' : `, since ${time(since)}`}`,
    ),
    ...(files.length === 0
      ? []
      : [lastEvent === undefined ? 'no event seen yet' : `last event ${time(lastEvent.at)} (${lastEvent.event})`]),
    ...(proof === undefined || files.length === 0 ? [] : lastProofText(agent, proof, now)),
    // With a record of reviewed hooks, an obstacle says whether the step is still to be taken.
    ...(lastEvent === undefined && agent.settings?.review === undefined
      ? [...new Set(files.flatMap(({ level }) => agent.settings?.enable?.[level] ?? []))]
      : []),
    ...(questions === undefined ? [] : [questions]),
    ...(files.length > 0 && isUnproved(agent) ? [unprovedText] : []),
    ...(state === 'partly connected' ? [`not at ${missing.join(', ')}`] : []),
    ...obstacles.flatMap(({ says, next }) => [oneLine(says), `→ ${next}`]),
    ...faults.map((fault) => `${fault.level}: ${faultText(fault, cwd)}. ${oneLine(fault.hint)}`),
    ...(state === 'connected' || state === 'blocked' ? [] : [`→ ${faults.length === 0 ? connect : fixFirst(connect)}`]),
  ]
  return lines
    .map((line, at) =>
      at === 0
        ? `${colour(mark)} ${style.bold(agent.title.padEnd(width))}  ${line}\n`
        : `${indent}${line.startsWith('→') ? style.dim(line) : line}\n`,
    )
    .join('')
}

function activeText({ active, missed, refuses }: AgentStatus): string {
  if (refuses.length > 0) return `refuses everything at ${counted(refuses.length, 'gate')}`
  return `${counted(active, 'hook')} active${missed === 0 ? '' : `, ${missed} not running in it`}`
}

/** Several files of one directory are one line. */
function joinDirectories(files: AgentStatus['files']): AgentStatus['files'] {
  const groups = new Map<string, AgentStatus['files'][number][]>()
  for (const one of files) {
    const key = `${one.level} ${dirname(one.file)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined || group.length === 1) return group
    return [{ ...first, file: dirname(first.file), events: group.reduce((sum, { events }) => sum + events, 0) }]
  })
}

const fileText = (file: Obstacle, { style }: TextOptions): string =>
  `${style.red('✗')} ${obstacleText(file)}\n  ${style.dim(`→ ${file.next}`)}\n`

const closedText = ({ why, next, events, changed = [] }: ClosedGates, { style }: TextOptions): string =>
  [
    `${style.red('✗')} refuses everything at ${events.join(', ')}:\n`,
    `    ${why}\n`,
    ...(changed.length === 0 ? [] : [`    changed: ${changed.map(oneLine).join(', ')}\n`]),
    `    ${style.dim(`→ ${next}`)}\n`,
  ].join('')

function hooksText(hooks: number, idle: readonly IdleHook[], { root, files, closed, agents }: Status): string {
  // It is not known which hooks a file configures that cannot be used.
  if (hooks === 0)
    return files.length + closed.length > 0 ? '' : `No hooks are configured for ${oneLine(root)}.\n  → hookline init\n`
  const isBlocked = agents.every(({ active }) => active === 0) && agents.some(({ state }) => state === 'blocked')
  if (isBlocked) return `No agent here can run the ${counted(hooks, 'hook')} of ${oneLine(root)}.\n`
  if (idle.length === 0) return `${hooks === 1 ? 'The hook' : `All ${hooks} hooks`} of ${oneLine(root)} can fire.\n`
  return `${idle.length} of ${counted(hooks, 'hook')} cannot fire:\n`
}

const notAdmittedText = (found: Status['notAdmitted']): string =>
  found === undefined
    ? ''
    : `Only hooks of your organisation and its teams run here (${oneLine(found.why)}): ${counted(found.hooks, 'other hook')} off.\n`
const copiesText = (count: number): string =>
  count === 0 ? '' : `${counted(count, 'hook runs', 'hooks run')} from a checked copy of the script.\n`

/** Hooks with the same reason and the same next command are listed together. */
function groupIdle(idle: readonly IdleHook[]): readonly (readonly IdleHook[])[] {
  const groups = new Map<string, IdleHook[]>()
  for (const one of idle) {
    const key = `${one.why}\n${one.next}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

function idleText(group: readonly IdleHook[], { style, cwd }: TextOptions): string {
  const [first] = group
  if (first === undefined) return ''
  const lines = group.map(
    ({ entry }) => `    ${labelOf(entry)}  ${style.dim(`${entry.event}, ${locationOf(entry, cwd)}`)}\n`,
  )
  return `  ${style.red('✗')} ${first.why}\n${lines.join('')}    ${style.dim(`→ ${first.next}`)}\n`
}

/** One quiet line, because nothing is missing. */
function elsewhereText(group: readonly IdleHook[]): string {
  const labels = group.map(({ entry }) => labelOf(entry)).join(', ')
  return `${counted(group.length, 'more hook is', 'more hooks are')} ${group[0]?.why}: ${labels}\n`
}
