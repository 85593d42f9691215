/** Read-only programs and verbs, for which administrator rights are not dangerous in themselves. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { asksForHelp, joined, list, operands } from '../options.ts'

/** Programs that are read-only with any arguments. */
const reporters: ReadonlySet<string> = new Set(
  list(`ls ll stat file du df free ps pstree pgrep pidof lsof netstat vmstat iostat mpstat sar iotop iftop nethogs top htop atop
    lsblk blkid lsmod lspci lsusb lscpu lsmem lshw dmidecode hwinfo inxi findmnt uname uptime whoami id groups who w last lastb lastlog
    lvs pvs vgs lvdisplay pvdisplay vgdisplay pvscan lvscan vgscan which whereis type readlink realpath tree test true echo printenv
    md5sum sha1sum sha256sum sha512sum cksum wc getent getfacl lsattr getcap aa-status getenforce sestatus ausearch aureport
    nvidia-smi sensors numastat slabtop ipcs lslocks lsns lsipc mailq namei pwd tty arch nproc getconf locale apt-cache dpkg-query
    turbostat powertop acpi upower rpmquery debsums needrestart apt-mark-showhold resolvectl-status`),
)

/** Programs that print files; harmless for logs, settings and the state of the system. */
const showers: ReadonlySet<string> = new Set(
  list('cat head tail less more grep egrep fgrep zcat zgrep zless bzcat xzcat nl tac cut sort uniq diff cmp strings'),
)
const openPaths = /^\/(var\/log|etc|proc|sys|usr|run|boot|lib|opt)(\/|$)|^(?![~/])/
const closedPaths = new RegExp(
  [
    String.raw`^/etc/(shadow|gshadow|sudoers|ssh/\S*key|ssl/private|letsencrypt|wireguard|openvpn|ipsec|NetworkManager/system-connections|wpa_supplicant|krb5\.keytab|kubernetes|rancher|vault|cron)`,
    String.raw`^/proc/[^/]+/(environ|mem|maps|cmdline|root|cwd|fd)|(^|/)\.[^/]+|\.(key|pem|p12|pfx|jks|keytab)$|secret|passw|credential|token`,
  ].join('|'),
  'i',
)

/** The arguments with which each program is read-only. */
const forms: Readonly<Record<string, RegExp>> = {
  iptables: /^(-t \w+ )?(-\w*[LS]\w*|--list\S*)( |$)(?!.*(^| )-[ADIRFXPNZ])/,
  ip6tables: /^(-t \w+ )?(-\w*[LS]\w*|--list\S*)( |$)(?!.*(^| )-[ADIRFXPNZ])/,
  'iptables-save': /^(-[tc] ?\w*)?$/,
  nft: /^(-\w+ )*list\b/,
  ufw: /^(status|show|version|app (list|info))\b/,
  'firewall-cmd': /^(--(list|get|state|query|info)\S*( |$)|--(zone|permanent)\S* --(list|get|query|info))/,
  systemctl: /^(--?[\w=-]+ )*(status|show|cat|list-\S+|is-\S+|get-default|help)\b/,
  service: /^(\S+ status|--status-all)$/,
  sshd: /^-[tTG]+( |$)/,
  nginx: /^-[tTvVq]+$/,
  apachectl: /^(configtest|-t|-S|-M|status|fullstatus)\b/,
  apache2ctl: /^(configtest|-t|-S|-M|status|fullstatus)\b/,
  httpd: /^-[tSMvV]\b/,
  haproxy: /^-c\b/,
  named: /^-v/i,
  'named-checkconf': /(?:)/,
  visudo: /^(-c|--check)\b/,
  dmesg: /^(?!.*(^| )(-\w*[CcDEn]\w*|--(clear|read-clear|console-\S+))\b)/,
  journalctl: /^(?!.*--(vacuum|rotate|flush|sync|setup-keys))/,
  ss: /^(?!.*(^| )(-\w*K|--kill))/,
  fdisk: /^(-l|--list)\b/,
  sfdisk: /^(-l|--list|-d|--dump|-J)\b/,
  gdisk: /^-l\b/,
  sgdisk: /^(-p|--print|-i|--info|-v|--verify)\b/,
  parted: /^(-\w+ )*(-\w*l|--list)$|^(-\w+ )*\/dev\/\S+ (unit \w+ )?print( free)?$/,
  smartctl: /^(-[aHiAxlcjd]|--(all|xall|info|health|attributes|scan|json))\b(?!.*(-t|--test|-s|--smart))/,
  nvme: /^(list|smart-log|id-ctrl|id-ns|error-log)\b/,
  hdparm: /^-[IigTt]+\b/,
  mdadm: /^(--detail|-D|--examine|-E|--query|-Q)\b/,
  zpool: /^(status|list|get|history|iostat)\b/,
  zfs: /^(list|get)\b/,
  btrfs: /^(filesystem|fi|subvolume|device|scrub) (show|df|usage|list|stats|status)\b/,
  cryptsetup: /^(status|isLuks|luksUUID)\b/,
  mount: /^(-l)?$/,
  docker:
    /^(ps|images|logs|version|info|stats|top|port|diff|history|events|(container|image|volume|network|system) (ls|list|df|logs|top|port|stats)|compose (ps|logs|config|ls))\b/,
  podman: /^(ps|images|logs|version|info|stats|top|port|(container|image|volume|network|system) (ls|list|df))\b/,
  crictl: /^(ps|images|logs|stats|info|pods)\b/,
  crontab: /(^| )-l( |$)/,
  dpkg: /^(-[lLsSV]|--(list|listfiles|status|search|audit|get-selections|verify|print-\S+))\b/,
  // Updating the list of packages installs nothing.
  apt: /^(-\w+ )*(list|show|search|policy|depends|rdepends|update)( -\w+)*\b/,
  'apt-get': /^(-\w+ )*(update|check|indextargets|changelog)( -\w+)*$/,
  apk: /^(update|info|list|search|version)\b/,
  git: /^(-C \S+ )?(status|log|show|diff|branch( -[avr]+)?|remote( -v)?|rev-parse|describe|ls-files|blame|shortlog)( (?!--output)\S+)*$/,
  'apt-mark': /^show/,
  rpm: /^(-q\w*|--query|-V\w*|--verify)\b/,
  dnf: /^(-\w+ )*(list|info|search|repolist|check-update|history( list| info)?|provides|repoquery|updateinfo)\b/,
  yum: /^(-\w+ )*(list|info|search|repolist|check-update|history( list| info)?|provides)\b/,
  zypper: /^(list-updates|lu|search|se|info|repos|lr|packages)\b/,
  snap: /^(list|info|services|changes|find|connections)\b/,
  flatpak: /^(list|info|remotes)\b/,
  wg: /^(show( \S+)?)?$/,
  certbot: /^certificates\b/,
  sysctl: /^(?!.*(=|(^| )(-\w*[wpf]\w*|--(write|load|system)\S*)))/,
  ethtool: /^(-[iSkgaclmTx] )?[\w.-]+$/,
  ip: /^(-\w+ )*(a|addr|address|r|route|l|link|n|neigh|neighbour|rule|netns|maddr|tunnel)( (show|list|ls|get)\b.*)?$/,
  ifconfig: /^(-a|[\w.-]+)?$/,
  iw: /^(dev|list|phy)( \S+ (info|link|scan dump))?$/,
  bridge: /^(link|fdb|vlan)( show.*)?$/,
  conntrack: /^-[LSC]\b/,
  nmcli:
    /^((-\S+ )*(c|con|connection|d|dev|device|general|g|radio|n|networking)( (show|status|list|wifi list)\b.*)?)?$/,
  resolvectl: /^(status|query|statistics)?\b/,
  timedatectl: /^(status|show|list-timezones)?$/,
  hostnamectl: /^(status)?$/,
  localectl: /^(status|list-\S+)?$/,
  loginctl: /^(list-\S+|show-\S+|\S+-status)\b/,
  auditctl: /^-[ls]$/,
  passwd: /^(-S|--status)\b/,
  chage: /^(-l|--list)\b/,
  supervisorctl: /^(status|avail|tail)\b/,
  virsh: /^(list|dominfo|domblklist|net-list|pool-list|vol-list|version)\b/,
  postconf: /^-[ndM]$/,
  postqueue: /^-p$/,
  exim: /^-bp$/,
  efibootmgr: /^-v?$/,
  'update-alternatives': /^--(display|list|query|get-selections)\b/,
  psql: /^(-\w+ )*(-l|--list|--version|-c \\\\?[dl]\w*\+?)$/,
  find: /^(?!.*(^| )-(delete|exec|execdir|ok|okdir|fprint\w*|fls)\b)/,
  netplan: /^(get|status|info)\b/,
  lxc: /^(list|info)\b/,
}

/** Whether a printed file or pattern is in a directory where no secrets are expected. */
const isOpenWord = ({ text }: ShellWord): boolean => openPaths.test(text) && !closedPaths.test(text)

/** Whether the command is read-only, so that the rights of the user matter little. */
export function onlyReports(command: ShellCommand): boolean {
  if (command.words.length === 0) return false
  if (asksForHelp(command) || reporters.has(command.name)) return true
  if (showers.has(command.name)) return operands(command).every(isOpenWord)
  return Object.hasOwn(forms, command.name) && forms[command.name]?.test(joined(command.words.slice(1))) === true
}
