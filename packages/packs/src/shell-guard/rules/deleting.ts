/** Deleting and overwriting files and disks. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { has, operands, optionOf, says } from '../options.ts'
import type { Place } from '../places.ts'
import { ask, deny, type Finding, type Rule, type Sight } from '../rule.ts'

const names: Readonly<Record<Place, string>> = {
  root: 'the whole file system',
  system: 'a directory of the system',
  home: 'a whole home directory',
  personal: 'files outside the workspace',
  workspace: 'the whole workspace',
  above: 'what lies above the workspace',
  repository: "the repository's history",
  temporary: 'temporary files',
  made: 'what a build makes',
  inside: 'files of the workspace',
  unknown: 'a place that is known only when it runs',
  device: 'a device',
}
const never: ReadonlySet<Place> = new Set(['root', 'system', 'home', 'workspace', 'above', 'repository', 'device'])

/** What becomes of a recursive deletion in each place. */
export function deletion(words: readonly ShellWord[], sight: Sight, doing = 'delete'): Finding | undefined {
  let found: Finding | undefined
  for (const word of words) {
    const place = sight.placeOf(word)
    if (never.has(place)) return deny(`${doing} ${names[place]} (${word.text})`)
    if (place === 'personal') found ??= ask(`${doing} ${names[place]} (${word.text})`)
    if (place === 'unknown') found ??= ask(`${doing} ${names[place]} (${word.text})`)
    if (place === 'inside') found ??= ask(`${doing} ${names[place]} (${word.text})`, 'strict')
  }
  return found
}

const instead = 'Name the files or the build directory to delete, inside the workspace.'

/** A file that is not there for a build to make again, named one by one. */
const precious =
  /(^|\/)(\.env(\..*)?|id_(rsa|ed25519|ecdsa|dsa)|.*\.(pem|key|p12|pfx|kdbx|sqlite3?|db)|\.bash_history|\.zsh_history|authorized_keys|known_hosts)$/

/** Its output is a choice somebody made: a search by name, what git lists. */
const chosen = (command: ShellCommand): boolean =>
  ['git', 'grep', 'rg', 'fd', 'ag'].includes(command.name) ||
  (command.name === 'find' && says(command, '-name', '-iname', '-path', '-mtime', '-mmin', '-empty', '-regex'))

export const deletingRules: readonly Rule[] = [
  {
    name: 'delete-recursively',
    programs: ['rm', 'grm', 'rimraf', 'srm', 'del-cli', 'trash-empty'],
    instead,
    find(sight) {
      const { command } = sight
      const all = command.name === 'rimraf' || command.name === 'del-cli' || has(command, 'rR', 'recursive')
      const words = operands(command)
      if (says(command, '--no-preserve-root')) return deny('delete from the root of the file system')
      if (all) return deletion(words, sight)
      const wild = words.filter((word) => word.glob)
      const placed = deletion(wild, sight)
      if (placed?.verdict === 'deny') return placed
      const kept = words.find((word) => precious.test(word.text))
      if (kept !== undefined) return ask(`delete ${kept.text}, which nothing makes again`)
      const system = words.find((word) => ['system', 'device', 'repository'].includes(sight.placeOf(word)))
      return system === undefined ? undefined : deny(`delete ${system.text}, ${names[sight.placeOf(system)]}`)
    },
  },
  {
    name: 'delete-found',
    programs: ['find', 'fd', 'fdfind'],
    instead: 'Look first (`find … -print`), and start in the directory that is meant.',
    find(sight) {
      const { command } = sight
      const deletes = says(command, '-delete')
      const kills = command.words.some(
        (word, at) =>
          /^(-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(word.text) &&
          /^(.*\/)?(rm|shred|unlink|srm|rimraf)$/.test(command.words[at + 1]?.text ?? ''),
      )
      if (!deletes && !kills) return undefined
      const starts = command.words
        .slice(1)
        .filter((_word, at, all) => !all.slice(0, at + 1).some((one) => /^[-(!]/.test(one.text)))
      const filtered = says(
        command,
        '-name',
        '-iname',
        '-path',
        '-ipath',
        '-regex',
        '-mtime',
        '-mmin',
        '-atime',
        '-empty',
        '-newer',
        '-size',
        '-inum',
        '-user',
        '-perm',
      )
      const found = deletion(
        starts.length === 0 ? [{ text: '.', known: true, glob: false }] : starts,
        sight,
        'search and delete in',
      )
      const place = starts[0] === undefined ? 'workspace' : sight.placeOf(starts[0])
      // A filter makes it routine in the workspace, not in the system.
      return filtered && (place === 'workspace' || place === 'unknown' || place === 'above') ? undefined : found
    },
  },
  {
    name: 'found-file-deleted',
    programs: ['xargs'],
    instead,
    find({ command }) {
      const inner = command.words.findIndex((word) => /^(.*\/)?(rm|shred|srm|rimraf)$/.test(word.text))
      if (inner === -1 || command.stdin.kind !== 'pipe' || command.stdin.text !== undefined) return undefined
      const { from } = command.stdin
      if (from.some((one) => one.name === 'find' && /^(\/|~|\/\*)$/.test(one.words[1]?.text ?? '')))
        return deny('delete whatever is found in the whole file system')
      const recursive = command.words
        .slice(inner + 1)
        .some(({ text }) => /^-\w*[rR]/.test(text) || text === '--recursive')
      return recursive && !from.some(chosen) ? ask('delete, with all below it, whatever it is fed') : undefined
    },
  },
  {
    name: 'wipe',
    programs: ['shred', 'wipe', 'scrub', 'blkdiscard', 'sfill', 'sdmem'],
    instead: 'Delete single files with `rm`, inside the workspace.',
    find: (sight) =>
      operands(sight.command, '-n', '-s').some((word) => ['device', 'root'].includes(sight.placeOf(word)))
        ? deny('wipe a disk')
        : ask('wipe files so that nothing can bring them back'),
  },
  {
    name: 'disk',
    programs: [
      'mkfs',
      'mke2fs',
      'mkswap',
      'fdisk',
      'sfdisk',
      'cfdisk',
      'gdisk',
      'sgdisk',
      'parted',
      'wipefs',
      'diskutil',
      'format',
      'diskpart',
      'lvremove',
      'vgremove',
      'pvremove',
      'cryptsetup',
      'zpool',
      'zfs',
      'mdadm',
      'hdparm',
      'nvme',
      'badblocks',
      'Format-Volume',
      'Clear-Disk',
    ],
    instead: 'Do this by hand, outside the agent.',
    find: ({ command }) =>
      says(
        command,
        '-l',
        '--list',
        'list',
        'info',
        'print',
        'status',
        'get',
        '--help',
        '--version',
        '-V',
        '--dry-run',
        '-n',
        'id-ctrl',
        'smart-log',
        '-I',
      ) || command.words.length === 1
        ? undefined
        : command.name === 'format' && !/^[A-Za-z]:/.test(command.words[1]?.text ?? '')
          ? undefined
          : deny('change the partitions or the file systems of a disk'),
  },
  {
    name: 'disk-write',
    programs: ['dd'],
    instead: 'Write to a file in the workspace.',
    find(sight) {
      const to = optionOf(sight.command, 'of')
      if (to === undefined) return undefined
      const place = sight.placeOf(to)
      if (place === 'device' || place === 'root') return deny(`overwrite ${to.text}`)
      return place === 'system' || place === 'home' ? deny(`overwrite ${to.text}`) : undefined
    },
  },
  {
    name: 'truncate',
    programs: ['truncate'],
    instead: 'Keep the file; write a new one beside it.',
    find: (sight) => {
      const file = operands(sight.command, '-s', '--size', '-r').find(
        (word) =>
          ['system', 'device', 'personal', 'repository'].includes(sight.placeOf(word)) || precious.test(word.text),
      )
      return file === undefined ? undefined : ask(`cut ${file.text}`)
    },
  },
  {
    name: 'move-away',
    programs: ['mv'],
    instead,
    find(sight) {
      const words = operands(sight.command)
      const to = optionOf(sight.command, '-t', '--target-directory') ?? words.at(-1)
      if (to?.text === '/dev/null') return deny('move files into nothing')
      const from = words
        .slice(0, -1)
        .find(
          (word) =>
            ['root', 'home', 'system', 'workspace', 'above', 'repository'].includes(sight.placeOf(word)) &&
            word.text !== '..',
        )
      return from === undefined ||
        (sight.placeOf(from) === 'workspace' &&
          words.length > 0 &&
          sight.level !== 'strict' &&
          to !== undefined &&
          ['inside', 'made'].includes(sight.placeOf(to)))
        ? undefined
        : deny(`move ${from.text}, ${names[sight.placeOf(from)]}, away`)
    },
  },
  {
    name: 'windows-delete',
    programs: ['rd', 'rmdir', 'del', 'erase', 'Remove-Item', 'remove-item', 'ri'],
    instead,
    find(sight) {
      const { command } = sight
      const all = command.words.some((word) => /^(\/s|-recurse|-r|-rec)$/i.test(word.text))
      if (!all) return undefined
      const words = operands(command).filter((word) => !/^\/[a-z]$/i.test(word.text))
      return deletion(words, sight)
    },
  },
  {
    name: 'sync-delete',
    programs: ['rsync', 'rclone'],
    instead: 'Try it with `--dry-run` first.',
    find(sight) {
      const { command } = sight
      const deletes =
        command.name === 'rclone'
          ? says(command, 'sync', 'purge', 'delete')
          : command.words.some((word) => /^--del/.test(word.text))
      if (!deletes || has(command, 'n', 'dry-run')) return undefined
      const to = operands(command).at(-1)
      if (to === undefined) return undefined
      const place = sight.placeOf(to)
      if (command.name === 'rclone') return ask('delete what the other side does not have')
      return ['root', 'home', 'system', 'above'].includes(place)
        ? deny(`delete from ${to.text} what the source does not have`)
        : undefined
    },
  },
]
