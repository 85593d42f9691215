/** Acting with administrator rights. What is run that way is judged by its own rules as well. */
import type { ShellCommand } from '@hookline/core/shell'
import { list, says } from '../options.ts'
import { ask, type Rule } from '../rule.ts'

/** Programs that only look, or that other rules judge whole: as administrator they do no more. */
const judged: ReadonlySet<string> = new Set(
  list(`ls cat head tail less grep rg find file stat du df ps top lsof ss netstat ip dmesg journalctl systemctl service
    lsblk fdisk blkid id whoami env printenv true test echo which tcpdump nmap iptables nft ufw crontab sysctl
    docker docker-compose podman kubectl npm pip pip3 apt apt-get apk dnf yum pacman brew snap
    chown chmod mkdir touch rm cp mv ln tee sed git make du tar kill`),
)

const inner = (command: ShellCommand, all: readonly ShellCommand[]): ShellCommand | undefined =>
  all[all.indexOf(command) + 1]

export const administratorRules: readonly Rule[] = [
  {
    name: 'as-administrator',
    programs: list('sudo doas su pkexec runas gsudo'),
    instead: 'Do it without administrator rights, or let the person run it.',
    find({ command, reading }) {
      if (says(command, ...list('-l -v -k -K -V --version --help')) && command.words.length <= 3) return undefined
      const started = inner(command, reading.commands)
      const plain = started !== undefined && started.via.at(-1) === command.name && judged.has(started.name)
      return ask('act with administrator rights', plain ? 'strict' : 'high')
    },
  },
]
