/** On the first hooks of a team the person is told, until they answer; the hooks are in force meanwhile (CONTRACT §9). */
import { readState, writeState } from '@hookline/core/team'
import { teamsOf } from './device.ts'
import { type Machine, placesOf } from './machine.ts'
import { readStatus } from './status-file.ts'

export interface Notice {
  readonly team: string
  readonly name: string
  readonly url: string
  readonly hooks: number
  readonly text: string
}

export const isNoticePending = (machine: Machine, team: string): boolean => {
  const places = placesOf(machine, team)
  return readStatus(places).hooks > 0 && readState(places.notice).kind !== 'read'
}

/** For a terminal, and for the panel where there is none. */
export function pendingNotices(machine: Machine): readonly Notice[] {
  return teamsOf(machine)
    .filter((team) => isNoticePending(machine, team))
    .map((team) => {
      const places = placesOf(machine, team)
      const device = readState(places.device)
      const { teamName = team, url = '' } = device.kind === 'read' ? device.value : {}
      const [name, { hooks }] = [String(teamName), readStatus(places)]
      return { team, name, url: String(url), hooks, text: noticeText(name, hooks) }
    })
}

export const noticeText = (name: string, hooks: number): string =>
  `This team uses admin-enabled hooks: ${hooks === 1 ? 'one script' : `${hooks} scripts`} of "${name}" run${hooks === 1 ? 's' : ''} on this machine when an agent acts, and may stop it. Administrators of the team can change them.`

/** Continuing is remembered; logging out is `leave`. */
export const answerNotice = (machine: Machine, team: string): void =>
  writeState(placesOf(machine, team).notice, { answer: 'continue', at: new Date(machine.now()).toISOString() })
