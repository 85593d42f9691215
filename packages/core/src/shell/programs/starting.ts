/** Programs that start another one: where in their words it stands. */
import type { Grammar } from './grammar.ts'

/** Its own options come first, then a command with its words. */
const starts: Grammar = { order: 'options first', operands: 'command' }

export const startingPrograms: Readonly<Record<string, Grammar>> = {
  env: {
    ...starts,
    flags: '-i|--ignore-environment -0|--null -v|--debug -',
    values: {
      data: '-u|--unset -P --block-signal[] --default-signal[] --ignore-signal[] -a|--argv0',
      directory: '-C|--chdir',
      filter: '-S|--split-string',
    },
    assigns: true,
  },
  'xargs|gxargs': {
    ...starts,
    flags: '-0|--null -t|--verbose -p|--interactive -r|--no-run-if-empty -x|--exit -o|--open-tty',
    values: {
      data: `-I -i|--replace[] -J -R -S -d|--delimiter -E -e|--eof[] -L -l|--max-lines[] -n|--max-args -P|--max-procs
        -s|--max-chars --process-slot-var`,
      'arguments-file': '-a|--arg-file',
    },
    input: { '-a': 'none', '*': 'arguments' },
  },
  'sudo|doas|sudo-rs': {
    ...starts,
    flags: '-A -b -E|--preserve-env[] -H -i|--login -k -K -l|--list -n -P -S -s|--shell -v -V -L',
    values: {
      data: '-u|--user -g|--group -h|--host -p|--prompt -r|--role -t|--type -T -U -C',
      directory: '-D|--chdir -R|--chroot',
    },
    assigns: true,
  },
  timeout: { ...starts, values: { data: '-s|--signal -k|--kill-after' }, operands: 'data command' },
  'nohup|setsid|builtin|unbuffer|linux32|linux64|tini|dumb-init|busybox|toybox': starts,
}
