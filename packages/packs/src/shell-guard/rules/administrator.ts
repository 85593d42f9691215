/** Acting with administrator rights: the pack's `sudo` parameter has the last word on it. */
import { isRehearsal, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import { joined, list, says } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { onlyReports } from './reading-programs.ts'

/** The command that it starts stands right behind it. */
function startedBy(command: ShellCommand, { commands }: ShellReading): ShellCommand | undefined {
  const at = commands.findIndex((one) => one.words === command.words)
  const next = commands[at + 1]
  return next !== undefined && next.via.length === command.via.length + 1 ? next : undefined
}

export const administratorRules: readonly Rule[] = [
  {
    name: 'as-administrator',
    programs: list('sudo doas su pkexec runas gsudo'),
    instead: 'Do it without administrator rights, or let the person run it.',
    find({ command, reading }) {
      if (says(command, ...list('-l -v -k -K -V --version --help --list --validate')) && command.words.length <= 3)
        return undefined
      const started = startedBy(command, reading)
      const reports = started !== undefined && (onlyReports(started) || isRehearsal(started))
      return reports ? undefined : ask('act with administrator rights')
    },
  },
  {
    name: 'as-administrator',
    programs: list('Start-Process saps start'),
    instead: 'Do it without administrator rights, or let the person run it.',
    find: ({ command }) =>
      /(^| )-verb[ :]+runas\b/i.test(joined(command.words)) ? ask('act with administrator rights') : undefined,
  },
]
