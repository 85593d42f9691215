/** Programs that find or kill processes. */
import type { Grammar } from './grammar.ts'

export const processPrograms: Readonly<Record<string, Grammar>> = {
  'pkill|pgrep': {
    values: {
      data: `-u|--euid -U|--uid -g|--pgroup -G|--group -P|--parent -s|--session -t|--terminal -d|--delimiter --ns --nslist
        --signal -r|--runstates --cgroup --env -O|--older`,
      read: '-F|--pidfile',
    },
    operands: 'pattern*',
  },
  killall: {
    values: { data: '-u|--user -s|--signal -y|--younger-than -o|--older-than -Z|--context -n|--ns' },
    operands: 'pattern*',
  },
}
