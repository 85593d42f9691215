/** The notice about a team's first hooks. It is shown until the user answers. The hooks are in force already (CONTRACT §9). */
import { readState, writeState } from '@hookline/core/team'
import { readStatus } from '../status-file.ts'
import { listTeams } from './device.ts'
import { clientPaths, type Machine } from './machine.ts'

export interface Notice {
  readonly team: string
  readonly name: string
  readonly url: string
  readonly hooks: number
  readonly text: string
}

export const isNoticePending = (machine: Machine, team: string): boolean => {
  const paths = clientPaths(machine, team)
  return readStatus(paths).hooks > 0 && readState(paths.notice).kind !== 'read'
}

/** Returns the notices to show in a terminal or in the panel. */
export function pendingNotices(machine: Machine): readonly Notice[] {
  return listTeams(machine)
    .filter((team) => isNoticePending(machine, team))
    .map((team) => {
      const paths = clientPaths(machine, team)
      const device = readState(paths.device)
      const { teamName = team, url = '' } = device.kind === 'read' ? device.value : {}
      const [name, { hooks }] = [String(teamName), readStatus(paths)]
      return { team, name, url: String(url), hooks, text: noticeText(name, hooks) }
    })
}

export const noticeText = (name: string, hooks: number): string =>
  `This team uses admin-enabled hooks: ${hooks === 1 ? 'one hook' : `${hooks} hooks`} of "${name}" run${hooks === 1 ? 's' : ''} on this machine when an agent acts, and may stop it. Administrators of the team can change them.`

/** Records that the user chose to continue. To log out, call `leave`. */
export const answerNotice = (machine: Machine, team: string): void =>
  writeState(clientPaths(machine, team).notice, { answer: 'continue', at: new Date(machine.now()).toISOString() })
