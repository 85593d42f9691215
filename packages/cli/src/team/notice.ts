/** The first hooks of a team: the person is told at the next terminal, until they answer. The hooks are in force meanwhile. */
import type { Machine } from '@hookline/team/client'
import { askLine, canAsk } from '../confirm.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import { showSet } from './hooks.ts'
import type { TeamPackage } from './types.ts'

export async function showNotices(io: Io, team: TeamPackage, machine: Machine): Promise<void> {
  for (const notice of team.pendingNotices(machine)) {
    io.stderr.write(`\n${oneLine(notice.text)}\n`)
    if (!canAsk(io)) continue
    for (;;) {
      const answer = (await askLine(io, '[C]ontinue, [V]iew hooks, [L]og out: '))?.toLowerCase()
      if (answer === undefined) return
      if (answer === 'v' || answer === 'view') showSet(notice.team, team.installedSet(machine, notice.team), io)
      else if (answer === 'l' || answer === 'logout') {
        const left = await team.leave(machine, notice.team)
        io.stderr.write(`This machine left ${oneLine(left.name)}: its hooks are removed.\n`)
        break
      } else if (answer === 'c' || answer === 'continue') {
        team.answerNotice(machine, notice.team)
        break
      }
    }
  }
}
