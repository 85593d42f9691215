/** Finds commands that change disks, partitions and file systems. */
import type { ShellCommand } from '@hookline/core/shell'
import { has, list, operands, optionOf, says } from '../options.ts'
import { ask, deny, type Rule } from '../rule.ts'
import { precious } from './deleting.ts'

/** The first words and options with which each program only reads; a letter means something else in another program. */
const looking: Readonly<Record<string, string>> = {
  mkfs: '-n -V',
  mke2fs: '-n -V',
  fdisk: '-l --list -s',
  sfdisk: '-l --list -d --dump -J --json -n --no-act -V --verify -F --list-free',
  gdisk: '-l',
  sgdisk: '-p --print -i --info -v --verify -P --pretend -E -F -D -b --backup',
  parted: '-l --list',
  mkswap: '--check',
  wipefs: '-n --no-act -J --json',
  diskutil: 'list info activity listFilesystems listSnapshots listCryptoUsers listVolumeGroups verifyVolume verifyDisk',
  zpool: 'list status get history iostat events wait scrub',
  zfs: 'list get diff send snapshot holds userspace groupspace allow project mount',
  mdadm: '--detail -D --examine -E --query -Q --monitor',
  cryptsetup: 'status luksDump isLuks luksUUID benchmark tcryptDump bitlkDump',
  hdparm: '-I -i -t -T -g -C -tT -Tt',
  nvme: 'list list-subsys list-ns id-ctrl id-ns smart-log error-log fw-log show-regs get-log get-feature version help',
  badblocks: '-v -s -sv -sn -nsv -nvs -n',
  lvremove: '--test -t',
  vgremove: '--test -t',
  pvremove: '--test -t',
}
const changesPartitions = /^(mkl\w*|mkp\w*|rm|resize\w*|rescue|name|set|toggle|disk_\w+|move|cp|type)$/

/** Read-only: by an option before `--`, or by one of the first two words. */
function isReadOnly(command: ShellCommand): boolean {
  const own = list(looking[command.name.replace(/\..*$/, '')] ?? '')
  const end = command.words.findIndex((word) => word.text === '--')
  const options = command.words.slice(1, end === -1 ? undefined : end).filter((word) => word.text.startsWith('-'))
  // parted takes several commands in one line; all of them must be read-only.
  if (command.name === 'parted' && command.words.some((word) => word.text === 'print'))
    return !command.words.some((word) => changesPartitions.test(word.text))
  const verbs = operands(command)
    .filter((word) => !word.text.startsWith('-'))
    .slice(0, 2)
  return [...options, ...verbs].some((word) => own.includes(word.text) || /^--(help|version|dry-run)$/.test(word.text))
}
const byHand = 'Do this by hand, outside the agent.'

export const diskRules: readonly Rule[] = [
  {
    name: 'disk',
    programs: list(`mkfs mke2fs mkswap fdisk sfdisk cfdisk gdisk sgdisk parted wipefs diskutil format diskpart
      lvremove vgremove pvremove cryptsetup zpool zfs mdadm hdparm nvme badblocks btrfs
      Format-Volume Clear-Disk Initialize-Disk Remove-Partition`),
    instead: byHand,
    find(sight) {
      const { command } = sight
      if (command.words.length === 1 || isReadOnly(command)) return undefined
      if (command.name === 'format' && !/^[A-Za-z]:/.test(command.words[1]?.text ?? '')) return undefined
      if (command.name === 'btrfs' && !says(command, 'delete')) return undefined
      // A disk image in a file of the person.
      const paths = operands(command).filter((word) => /\/|\.(img|iso|raw|qcow2|ext[234]|fat)$/.test(word.text))
      if (
        /^(mk|s?fdisk|parted|cryptsetup)/.test(command.name) &&
        paths.length > 0 &&
        paths.every((word) => ['temporary', 'inside', 'made'].includes(sight.kindOf(word)))
      )
        return undefined
      return deny('change the partitions or the file systems of a disk')
    },
  },
  {
    name: 'disk-restore',
    programs: ['restore'],
    instead: byHand,
    find: ({ command }) =>
      has(command, 'rR') && has(command, 'f') ? ask('restore a whole dump over the file system') : undefined,
  },
  {
    name: 'disk-write',
    programs: ['dd'],
    instead: 'Write to a file in the workspace.',
    find(sight) {
      const to = optionOf(sight.command, 'of')
      const from = optionOf(sight.command, 'if')?.text ?? ''
      if (to !== undefined && /^\/dev\/(zero|u?random)$/.test(from)) {
        if (optionOf(sight.command, 'count') === undefined && sight.kindOf(to) !== 'device')
          return deny('fill the disk')
        if (['personal', 'repository'].includes(sight.kindOf(to)) || precious.test(to.text))
          return ask(`overwrite ${to.text}`)
      }
      return to !== undefined && ['device', 'root', 'system', 'home'].includes(sight.kindOf(to))
        ? deny(`overwrite ${to.text}`)
        : undefined
    },
  },
  {
    name: 'mounts',
    programs: list('mount umount swapoff swapon losetup dmsetup'),
    instead: byHand,
    find({ command }) {
      const target = operands(command, '-t', '-o', '-O')
      const detaches = command.name !== 'mount' && says(command, '-a', '-D', '--all')
      return target.length === 0 && !detaches ? undefined : ask('change which disks the system uses')
    },
  },
]
