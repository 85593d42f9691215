/** How the machine is used: its network, its settings, planned jobs, its traces, and attacks from it. */
import { ask, deny } from '../../rule.ts'
import type { MachineRow } from './row.ts'

export const useRows: readonly MachineRow[] = [
  {
    name: 'disk-full',
    programs: 'fallocate',
    only: /(-l|--length)[= ]?(\d{3,}G|\d+[TP])/i,
    finding: deny('fill the disk'),
  },
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
    programs:
      'xmrig minerd cpuminer hydra sqlmap masscan msfconsole msfvenom hashcat john hping3 ettercap arpspoof bettercap aireplay-ng responder slowloris mimikatz lazagne pypykatz secretsdump.py chainbreaker keychain-dumper linpeas linpeas.sh',
    finding: ask('mine, or attack other machines'),
  },
  {
    name: 'attack',
    programs: 'nmap',
    only: /\/([89]|1\d|2[0-3])\b|--script[= ]\S*(vuln|exploit|brute)/,
    finding: ask('search a whole network'),
  },
  {
    name: 'attack',
    programs: 'ab wrk wrk2 hey siege vegeta bombardier',
    only: /https?:\/\/(?!localhost|127\.|\[::1\]|0\.0\.0\.0|[\w-]+(:|\/|$))/,
    finding: ask('put load on another machine'),
  },
  { name: 'attack', programs: 'tcpdump tshark', only: /(^| )-(i|w)/, finding: ask('read along what others send') },
  { name: 'network', programs: 'rfkill', only: /^block\b/, finding: ask('change the network of this machine') },
  {
    name: 'network',
    programs: 'tc',
    only: /\b(add|del|change|replace)\b/,
    finding: ask('change the network of this machine'),
  },
  { name: 'network', programs: 'nsupdate', finding: ask('change public names') },
  {
    name: 'schedule',
    programs: 'loginctl',
    only: /\benable-linger\b/,
    finding: ask('keep programs running after the person is gone'),
  },
  {
    name: 'schedule',
    programs: 'pm2',
    only: /^(startup|unstartup)\b/,
    finding: ask('start something with the machine'),
  },
  {
    name: 'settings',
    programs: 'defaults',
    only: /\bwrite\b.*(loginwindow|LoginHook|LSQuarantine)/,
    finding: ask('change what runs at login, or a defence'),
  },
  { name: 'traces', programs: 'set', only: /\+o history\b/, finding: ask('hide what is done next') },
  { name: 'schedule', programs: 'crontab', only: /(^| )-\w*r/, finding: deny('delete all planned jobs') },
  {
    name: 'schedule',
    programs: 'crontab at batch schtasks systemd-run',
    looks: /(^| )-l\b|\/query\b/i,
    finding: ask('plan something to run later'),
    instead: 'Show the line and let the person add it.',
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
    only: /\b(down|off|delete|modify|disconnect|disable|-set\w+)\b|--set\b/,
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
  { name: 'traces', programs: 'wevtutil', only: /^(cl|clear-log)\b/i, finding: ask('delete logs of the system') },
  { name: 'traces', programs: 'log', only: /^erase\b/, finding: ask('delete logs of the system') },
]
