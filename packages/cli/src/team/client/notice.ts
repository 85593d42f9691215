/** Shows the notice about a team's first hooks in the terminal until the user answers it. The hooks are in force already. */
import type { Machine } from '@hookline/team/client'
import { askLine, canAsk } from '../../confirm.ts'
import type { Io } from '../../io.ts'
import type { StartedPanel } from '../../panel/start.ts'
import { findRoot } from '../../paths.ts'
import { oneLine } from '../../text/plain.ts'
import type { TeamPackage } from '../command.ts'
import { showSet } from '../hooks.ts'

export async function showNotices(io: Io, team: TeamPackage, machine: Machine): Promise<void> {
  for (const notice of team.pendingNotices(machine)) {
    io.stderr.write(`\n${oneLine(notice.text)}\n`)
    if (!canAsk(io)) continue
    let panel: StartedPanel | undefined
    const view = async (): Promise<void> => {
      showSet(notice.team, team.readInstalledSet(machine, notice.team), io)
      panel ??= await openHooksPage(io)
    }
    try {
      if (!(await askUntilAnswered(io, team, machine, notice.team, view))) return
    } finally {
      await panel?.close()
    }
  }
}

/** Asks until the user answers. Returns false if the input has ended. */
async function askUntilAnswered(
  io: Io,
  team: TeamPackage,
  machine: Machine,
  name: string,
  view: () => Promise<void>,
): Promise<boolean> {
  for (;;) {
    const answer = (await askLine(io, '[C]ontinue, [V]iew hooks, [L]og out: '))?.toLowerCase()
    if (answer === undefined) return false
    if (answer === 'v' || answer === 'view') await view()
    else if (answer === 'l' || answer === 'logout') {
      const left = await team.leave(machine, name)
      io.stderr.write(`This machine left ${oneLine(left.name)}. Its hooks are removed.\n`)
      return true
    } else if (answer === 'c' || answer === 'continue') {
      team.answerNotice(machine, name)
      return true
    }
  }
}

/** Opens the panel's Hooks page (CONTRACT §9). It is served until the question is answered. */
async function openHooksPage(io: Io): Promise<StartedPanel> {
  const { startPanel } = await import('../../panel/start.ts')
  const started = await startPanel({ root: findRoot(io.cwd), write: false }, io)
  const page = new URL(started.url)
  page.pathname = '/hooks'
  io.stderr.write(`The panel shows the hooks until you answer: ${page.href}\n`)
  if (io.stdout.isTTY === true) (await import('../../panel/server/browser.ts')).openBrowser(page.href)
  return started
}
