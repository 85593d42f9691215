import type { Tool } from './tool.ts'

const removes = 'remove programs of this machine'
const apt: Tool = {
  takes: '-o -c -t',
  rows: [[/^(remove|purge|autoremove|autopurge|full-upgrade|dist-upgrade)\b/, removes]],
}
const yum: Tool = { rows: [[/^(remove|erase|autoremove)\b/, removes]] }

export const machineTools: Readonly<Record<string, Tool>> = {
  apt,
  'apt-get': apt,
  aptitude: apt,
  dnf: yum,
  yum,
  zypper: { rows: [[/^(remove|rm)\b/, removes]] },
  apk: { rows: [[/^del\b/, removes]] },
  dpkg: { takes: '*', rows: [[/(^| )(-[rP]\b|--purge|--remove|--force-\S+)/, removes]] },
  rpm: { takes: '*', rows: [[/(^| )(-e\b|--erase|--nodeps|--force)/, removes]] },
  pacman: { takes: '*', rows: [[/(^| )(-R\w*|--remove)\b/, removes]] },
  brew: { rows: [[/^(uninstall|remove|rm)\b/, removes]] },
  snap: { rows: [[/^remove\b/, removes]] },
  winget: { rows: [[/^(uninstall|remove)\b/, removes]] },
  tmutil: { rows: [[/^(delete|disable|deletelocalsnapshots)\b/, 'delete backups']] },
  vssadmin: { rows: [[/^delete shadows\b/i, 'delete backups']] },
  wbadmin: { rows: [[/^delete\b/i, 'delete backups']] },
  wmic: { rows: [[/\b(delete|call terminate|call create)\b/i, 'delete backups or end processes']] },
  security: { rows: [[/^delete-|^(add-trusted-cert|set-key-partition-list)\b/, 'delete or change passwords']] },
  gpg: { takes: '*', rows: [[/--delete-(secret-)?(and-public-)?keys?/, 'delete keys']] },
}
