/** Acting with administrator rights, whatever for: the pack's `sudo` parameter has the last word on it. */
import { joined, list, says } from '../options.ts'
import { ask, type Rule } from '../rule.ts'

export const administratorRules: readonly Rule[] = [
  {
    name: 'as-administrator',
    programs: list('sudo doas su pkexec runas gsudo'),
    instead: 'Do it without administrator rights, or let the person run it.',
    find: ({ command }) =>
      says(command, ...list('-l -v -k -K -V --version --help')) && command.words.length <= 3
        ? undefined
        : ask('act with administrator rights'),
  },
  {
    name: 'as-administrator',
    programs: list('Start-Process saps start'),
    instead: 'Do it without administrator rights, or let the person run it.',
    find: ({ command }) =>
      /(^| )-verb[ :]+runas\b/i.test(joined(command.words)) ? ask('act with administrator rights') : undefined,
  },
]
