/** Finds commands with administrator rights. The parameter `sudo` of the pack decides about them. */
import { isRehearsal, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { joined, list, says } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { onlyReports } from './reading-programs.ts'

/** The command that it starts follows directly. */
function startedBy(command: ShellCommand, { commands }: ShellReading): ShellCommand | undefined {
  const at = commands.findIndex((one) => one.words === command.words)
  const next = commands[at + 1]
  return next !== undefined && next.via.length === command.via.length + 1 ? next : undefined
}

/** `sudo env A=1 git status` runs git. */
function throughWrappers(command: ShellCommand | undefined, reading: ShellReading): ShellCommand | undefined {
  const inner =
    command !== undefined && /^(env|nice|time|timeout)$/.test(command.name) ? startedBy(command, reading) : undefined
  return inner === undefined ? command : throughWrappers(inner, reading)
}

/** In `sudo LD_PRELOAD=x ls` the variable loads other code into a read-only program. */
const loadsCode = ({ text }: ShellWord): boolean =>
  /^(LD_|DYLD_|PATH=|BASH_ENV=|ENV=|PYTHON|PERL5|RUBY|NODE_|GIT_|PAGER=|EDITOR=|VISUAL=|APT_)/.test(text)

export const administratorRules: readonly Rule[] = [
  {
    name: 'as-administrator',
    programs: list('sudo sudoedit doas su pkexec runas gsudo'),
    instead: 'Do it without administrator rights, or let the person run it.',
    find({ command, reading }) {
      if (says(command, ...list('-l -v -k -K -V --version --help --list --validate')) && command.words.length <= 3)
        return undefined
      const started = throughWrappers(startedBy(command, reading), reading)
      const reports =
        started !== undefined && !command.words.some(loadsCode) && (onlyReports(started) || isRehearsal(started))
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
