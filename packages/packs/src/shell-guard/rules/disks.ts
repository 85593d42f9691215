/** Disks, partitions and file systems. */
import { list, operands, optionOf, says } from '../options.ts'
import { ask, deny, type Rule } from '../rule.ts'
import { precious } from './deleting.ts'

const looking = list('-l --list list info print status get --help --version -V --dry-run -n id-ctrl smart-log -I')
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
      if (command.words.length === 1 || says(command, ...looking)) return undefined
      if (command.name === 'format' && !/^[A-Za-z]:/.test(command.words[1]?.text ?? '')) return undefined
      if (command.name === 'btrfs' && !says(command, 'delete')) return undefined
      // A picture of a disk, in a file of one's own.
      const paths = operands(command).filter((word) => word.text.includes('/'))
      if (
        /^(mk|s?fdisk|parted|cryptsetup)/.test(command.name) &&
        paths.length > 0 &&
        paths.every((word) => ['temporary', 'inside', 'made'].includes(sight.placeOf(word)))
      )
        return undefined
      return deny('change the partitions or the file systems of a disk')
    },
  },
  {
    name: 'disk-write',
    programs: ['dd'],
    instead: 'Write to a file in the workspace.',
    find(sight) {
      const to = optionOf(sight.command, 'of')
      const from = optionOf(sight.command, 'if')?.text ?? ''
      if (to !== undefined && /^\/dev\/(zero|u?random)$/.test(from)) {
        if (optionOf(sight.command, 'count') === undefined && sight.placeOf(to) !== 'device')
          return deny('fill the disk')
        if (['personal', 'repository'].includes(sight.placeOf(to)) || precious.test(to.text))
          return ask(`overwrite ${to.text}`)
      }
      return to !== undefined && ['device', 'root', 'system', 'home'].includes(sight.placeOf(to))
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
