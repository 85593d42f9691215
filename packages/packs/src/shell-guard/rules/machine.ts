/** The machine itself: power, services, users, defences, planned jobs, the kernel, its traces. A row for each. */
import { joined, list, onlyShows } from '../options.ts'
import { ask, deny, type Finding, type Rule } from '../rule.ts'

interface Row {
  readonly name: string
  readonly programs: string
  /** Arguments with which it only looks. */
  readonly looks?: RegExp
  /** Only with these arguments it does something. */
  readonly only?: RegExp
  readonly finding: Finding
  readonly instead?: string
}

const rows: readonly Row[] = [
  {
    name: 'power',
    programs: 'shutdown reboot halt poweroff Stop-Computer Restart-Computer',
    looks: /(^| )-c$/,
    finding: deny('switch the machine off'),
  },
  {
    name: 'power',
    programs: 'loginctl',
    only: /\b(poweroff|reboot|terminate-\w+|kill-\w+)\b/,
    finding: deny('log people out'),
  },
  { name: 'defences', programs: 'xhost', only: /^\+/, finding: ask('let everybody see the screen') },
  { name: 'settings', programs: 'date', only: /(^| )(-s\b|--set)/, finding: ask('change the clock') },
  { name: 'settings', programs: 'hostname', only: /^[\w.]/, finding: ask('rename the machine') },
  {
    name: 'settings',
    programs: 'nix-collect-garbage',
    only: /-d\b|--delete-old/,
    finding: ask('delete the ways back of this system'),
  },
  {
    name: 'traces',
    programs: 'export',
    only: /^HIST(FILE|SIZE)=(\/dev\/null|0)?$/,
    finding: ask('hide what is done next'),
  },
  {
    name: 'attack',
    programs: 'xmrig minerd cpuminer hydra sqlmap masscan msfconsole msfvenom hashcat john',
    finding: ask('mine, or attack other machines'),
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
    looks: /--user\b/,
    only: /(^| )(stop|disable|mask|kill|unload|bootout|delete|remove|restart|start|enable|load|bootstrap|edit|set-default)\b/,
    finding: ask('change a service of this machine'),
    instead: 'Look with `status`; let the person change services.',
  },
  {
    name: 'users',
    programs:
      'useradd userdel usermod adduser deluser groupadd groupdel groupmod passwd chpasswd visudo vipw chsh gpasswd',
    looks: /(^| )(-S|--status|-c|--check)\b/,
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
      aa-teardown netsh Set-MpPreference Set-ExecutionPolicy semanage`,
    looks: /^$|(^| )(-\w*[LS]\w*|list|status|show|--list\S*|--state|--status|-s\w*|-a)( |$)/,
    finding: deny('change the defences of this machine'),
  },
  {
    name: 'defences',
    programs: 'xattr',
    only: /-\w*[dc]\b.*(quarantine|$)/,
    finding: ask('take away the mark that a file came from elsewhere'),
  },
  { name: 'schedule', programs: 'crontab', only: /(^| )-\w*r/, finding: deny('delete all planned jobs') },
  {
    name: 'schedule',
    programs: 'crontab at batch schtasks systemd-run',
    looks: /(^| )-l\b|\/query\b/i,
    finding: ask('plan something to run later'),
    instead: 'Show the line and let the person add it.',
  },
  { name: 'kernel', programs: 'sysctl', only: /=|(^| )-\w*[wp]/, finding: ask('change the running system') },
  {
    name: 'kernel',
    programs: 'modprobe insmod rmmod kexec efibootmgr grub-install update-grub chattr bcdedit nvram',
    looks: /^$|(^| )(-n|--show\S*|--dry-run|-p|-v|\/enum)( |$)/,
    finding: ask('change the running system'),
  },
  {
    name: 'kernel',
    programs: 'reg',
    only: /^(add|delete|import|restore|load|unload)\b/i,
    finding: ask('change settings of the system'),
  },
  { name: 'settings', programs: 'defaults', only: /^(-\w+ )*delete\b/, finding: ask('delete settings of programs') },
  {
    name: 'settings',
    programs: 'hostnamectl timedatectl localectl',
    only: /(^| )set-/,
    finding: ask('change settings of the system'),
  },
  {
    name: 'settings',
    programs: 'update-alternatives',
    only: /--(set|install|remove|config|auto)\b/,
    finding: ask('put another program under a known name'),
  },
  {
    name: 'network',
    programs: 'ip',
    only: /\b(link|addr\w*|route|rule|netns)\b.*\b(down|del\w*|flush|add|set|replace)\b/,
    finding: ask('change the network of this machine'),
  },
  {
    name: 'network',
    programs: 'ifconfig',
    only: /\b(down|up|inet|netmask|delete)\b/,
    finding: ask('change the network of this machine'),
  },
  {
    name: 'network',
    programs: 'route',
    only: /\b(add|del\w*|flush|change)\b/,
    finding: ask('change the network of this machine'),
  },
  {
    name: 'network',
    programs: 'nmcli networksetup scutil',
    only: /\b(down|off|delete|modify|disconnect|disable|-set\w+|--set)\b/,
    finding: ask('change the network of this machine'),
  },
  { name: 'traces', programs: 'history', only: /(^| )-\w*[cdw]/, finding: ask('delete the history of the shell') },
  {
    name: 'traces',
    programs: 'journalctl',
    only: /--(vacuum|rotate|flush)/,
    finding: ask('delete logs of the system'),
  },
  { name: 'traces', programs: 'unset', only: /\bHISTFILE\b/, finding: ask('hide what is done next') },
  { name: 'traces', programs: 'wevtutil', only: /^(cl|clear-log)\b/, finding: ask('delete logs of the system') },
  { name: 'traces', programs: 'log', only: /^erase\b/, finding: ask('delete logs of the system') },
]

export const machineRules: readonly Rule[] = rows.map(({ name, programs, looks, only, finding, instead }) => ({
  name,
  programs: list(programs),
  instead: instead ?? 'Let the person do it.',
  find({ command }) {
    const text = joined(command.words.slice(1))
    if (onlyShows(command) || looks?.test(text) === true) return undefined
    return only === undefined || only.test(text) ? finding : undefined
  },
}))
