/** Finds commands that change the machine itself: power, services, users, security, the kernel. One row for each. */
import { joined, list, onlyShows } from '../options.ts'
import { ask, deny, type Rule } from '../rule.ts'
import type { MachineRow } from './machine/row.ts'
import { useRows } from './machine/use.ts'
import { windowsRows } from './machine/windows.ts'

const rows: readonly MachineRow[] = [
  {
    name: 'power',
    programs: 'shutdown reboot halt poweroff Stop-Computer Restart-Computer',
    onlyReads: /(^| )-c$/,
    finding: deny('switch the machine off'),
  },
  {
    name: 'power',
    programs: 'loginctl',
    only: /\b(poweroff|reboot|terminate-\w+|kill-\w+)\b/,
    finding: deny('log people out'),
  },
  { name: 'defences', programs: 'xhost', only: /^\+/, finding: ask('let everyone see the screen') },
  {
    name: 'power',
    programs: 'pmset',
    only: /^(sleepnow|-[abc] |schedule|repeat)/,
    finding: ask('change when the machine sleeps'),
  },
  {
    name: 'power',
    programs: 'ipmitool',
    only: /\bpower (off|cycle|reset|soft)\b/,
    finding: deny('switch a machine off'),
  },
  {
    name: 'kernel',
    programs: 'flashrom fwupdmgr',
    only: /(^| )(-w|-E|install|update|downgrade)\b/,
    finding: ask('change the firmware'),
  },
  {
    name: 'users',
    programs: 'setcap capsh',
    onlyReads: /^--print$|^-[rv]\b/,
    finding: ask('give a program rights of the administrator'),
  },
  { name: 'users', programs: 'nsenter', only: /(-t|--target)[= ]?1\b/, finding: deny('act outside of the container') },
  {
    name: 'defences',
    programs: 'mkcert',
    only: /-install\b/,
    finding: ask('trust a new certificate authority'),
  },
  {
    name: 'defences',
    programs: 'certutil',
    only: /-addstore\b|-A\b/i,
    finding: ask('trust a new certificate authority'),
  },
  {
    name: 'defences',
    programs: 'update-ca-certificates update-ca-trust',
    finding: ask('change which certificates are trusted'),
  },
  {
    name: 'defences',
    programs: 'Add-MpPreference Set-MpPreference Remove-MpPreference Set-ExecutionPolicy',
    finding: deny('change the defences of this machine'),
  },
  { name: 'power', programs: 'init telinit', only: /^[016sS]$/, finding: deny('switch the machine off') },
  {
    name: 'power',
    programs: 'systemctl',
    only: /\b(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|isolate)\b/,
    finding: deny('switch the machine off'),
  },
  { name: 'power', programs: 'softwareupdate', only: /--restart|-R\b/, finding: ask('restart the machine') },
  {
    name: 'services',
    programs: 'systemctl service launchctl sc rc-service rc-update initctl supervisorctl',
    onlyReads: /--user\b/,
    only: /(^| )(stop|disable|mask|kill|unload|bootout|delete|remove|restart|start|enable|load|bootstrap|submit|edit|set-default)(=| |$)/,
    finding: ask('change a service of this machine'),
    instead: 'Check with `status`, and let the person change services.',
  },
  {
    name: 'services',
    programs: 'systemctl',
    only: /^(?=.*--user\b).*\b(enable|link|mask|disable|edit|(set|import)-environment)\b/,
    finding: ask('change what starts with every login'),
  },
  {
    name: 'users',
    programs:
      'useradd userdel usermod adduser deluser groupadd groupdel groupmod passwd chpasswd visudo vipw chsh gpasswd',
    onlyReads: /(^| )(-S|--status|-c|--check)\b/,
    finding: deny('change the users of this machine'),
  },
  {
    name: 'users',
    programs: 'net',
    only: /^(user|localgroup) .*\/(add|delete)/i,
    finding: deny('change the users of this machine'),
  },
  {
    name: 'users',
    programs: 'dscl',
    only: /-(create|delete|append|passwd|change)\b/,
    finding: deny('change the users of this machine'),
  },
  {
    name: 'defences',
    programs: `iptables ip6tables nft ufw firewall-cmd pfctl setenforce csrutil spctl auditctl apparmor_parser aa-disable
      aa-teardown netsh semanage`,
    onlyReads: /^$|(^| )(-\w*[LS]\w*|list|status|show|--list\S*|--state|--status|-s\w*|-a)( |$)/,
    finding: deny('change the defences of this machine'),
  },
  {
    name: 'defences',
    programs: 'xattr',
    only: /-\w*[dc]\w*\b.*(quarantine|$)/,
    finding: ask('remove the mark that a file was downloaded'),
  },
  { name: 'kernel', programs: 'sysctl', only: /=|(^| )-\w*[wp]/, finding: ask('change the running system') },
  {
    name: 'kernel',
    programs: 'modprobe insmod rmmod kexec efibootmgr grub-install update-grub chattr bcdedit nvram',
    onlyReads: /^$|(^| )(-n|--show\S*|--dry-run|-p|-v|\/enum)( |$)/,
    finding: ask('change the running system'),
  },
  {
    name: 'kernel',
    programs: 'reg',
    only: /^(add|delete|import|restore|load|unload)\b/i,
    finding: ask('change settings of the system'),
  },
]

export const machineRules: readonly Rule[] = [...rows, ...useRows, ...windowsRows].map(
  ({ name, programs, onlyReads, only, finding, instead }) => ({
    name,
    programs: list(programs),
    instead: instead ?? 'Let the person do it.',
    find({ command }) {
      const text = joined(command.words.slice(1))
      if (onlyShows(command) || onlyReads?.test(text) === true) return undefined
      return only === undefined || only.test(text) ? finding : undefined
    },
  }),
)
