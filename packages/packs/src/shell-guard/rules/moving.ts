/** Finds commands that lose files without deleting them: moving, syncing, truncating. */
import type { ShellWord } from '@hookline/core/shell'
import { has, list, operands, optionOf, says } from '../options.ts'
import { ask, deny, type Rule } from '../rule.ts'
import { isSecretFile } from '../secret-files.ts'
import { sensitiveAt } from '../what-runs.ts'
import { windowsWords } from '../windows-words.ts'
import { precious } from './deleting.ts'
import { deletion, instead, names } from './deletion.ts'

const wholeKinds: ReadonlySet<string> = new Set(list('root home system personal above workspace repository'))
/** Directories that contain keys. */
const keys = /(^|\/)\.(ssh|gnupg|aws|kube)\//
const leavesKeys = (from: ShellWord, to: ShellWord): boolean => keys.test(from.text) && !keys.test(to.text)
/** The personal folders of a home directory. */
const ownFolder = /\/(Documents|Desktop|Pictures|Music|Movies|Videos|Library|Downloads|Photos)\/?$/

export const movingRules: readonly Rule[] = [
  {
    name: 'move-away',
    programs: ['mv'],
    instead,
    find(sight) {
      const words = operands(sight.command)
      const to = optionOf(sight.command, '-t', '--target-directory') ?? words.at(-1)
      if (to?.text === '/dev/null') return deny('move files into nothing')
      const from = words.slice(0, -1).find((word) => {
        const kind = sight.kindOf(word)
        return ['root', 'home', 'system', 'workspace', 'above', 'repository'].includes(kind) && word.text !== '..'
      })
      const kept = words
        .slice(0, -1)
        .find((word) => isSecretFile(word.text) || keys.test(word.text) || sensitiveAt(word.text) !== undefined)
      if (kept !== undefined && to !== undefined && (sight.kindOf(to) !== sight.kindOf(kept) || leavesKeys(kept, to)))
        return ask(`move away ${kept.text}, which no build creates again`)
      const folder = words.slice(0, -1).find((word) => /^(~|\/(home|Users)\/[^/]+)\/[\w-]+\/?$/.test(word.text))
      if (
        folder !== undefined &&
        to !== undefined &&
        (sight.kindOf(to) === 'temporary' || /^(\/var)?\/tmp\/?$/.test(to.text))
      )
        return ask(`move ${folder.text} to a directory that is cleaned automatically`)
      if (folder !== undefined && ownFolder.test(folder.text))
        return ask(`move ${folder.text}, a folder of the person's home`)
      if (from === undefined) return undefined
      const kind = sight.kindOf(from)
      // `mv * src/` moves everything, but inside the workspace.
      const stays = kind === 'workspace' && to !== undefined && ['inside', 'made'].includes(sight.kindOf(to))
      return stays && sight.level !== 'strict' ? undefined : deny(`move away ${from.text}, ${names[kind]}`)
    },
  },
  {
    name: 'sync-delete',
    programs: ['rsync', 'rclone'],
    instead: 'Try it with `--dry-run` first.',
    find(sight) {
      const { command } = sight
      if (command.name === 'rclone')
        return says(command, 'sync', 'purge', 'delete', 'cleanup')
          ? ask('delete what the other side does not have')
          : undefined
      const to = operands(command).at(-1)
      const taken = command.words.some(({ text }) => /^--remove-(source|sent)-files$/.test(text))
        ? operands(command)
            .slice(0, -1)
            .find((word) => wholeKinds.has(sight.kindOf(word)))
        : undefined
      if (taken !== undefined) return ask(`delete ${taken.text} once it is copied`)
      if (to === undefined || !command.words.some((word) => /^--del/.test(word.text))) return undefined
      if (['root', 'home', 'system', 'above'].includes(sight.kindOf(to)))
        return deny(`delete from ${to.text} what the source does not have`)
      if (['personal', 'workspace', 'repository'].includes(sight.kindOf(to)))
        return ask(`delete from ${to.text} what the source does not have`)
      const emptied = operands(command)
        .slice(0, -1)
        .some((word) => /(^|[/_-])(empty|blank|void)\w*\/?$/i.test(word.text))
      if (emptied && sight.kindOf(to) === 'inside') return ask(`empty ${to.text}`)
      return /^[\w.@-]+:/.test(to.text) ? ask(`delete from ${to.text} what the source does not have`) : undefined
    },
  },
  {
    name: 'mirror',
    programs: ['robocopy'],
    instead: 'Copy without /MIR.',
    find(sight) {
      const words = windowsWords(sight.command, sight.text)
      return words.some((word) => /^\/(mir|purge|move)$/i.test(word.text))
        ? deletion(words.slice(2, 3), sight, 'delete what the source does not have from')
        : undefined
    },
  },
  {
    name: 'emptied',
    programs: ['cp', 'sed'],
    instead: 'Keep the file, and write a new one next to it.',
    find(sight) {
      const [first, ...rest] = operands(sight.command)
      const empties =
        sight.command.name === 'cp'
          ? first?.text === '/dev/null'
          : has(sight.command, 'i', 'in-place') && /^(1,\$)?d$/.test(first?.text ?? '')
      const file = empties ? rest.find((word) => !['made', 'temporary'].includes(sight.kindOf(word))) : undefined
      return file === undefined ? undefined : ask(`empty ${file.text}`)
    },
  },
  {
    name: 'truncate',
    programs: ['truncate'],
    instead: 'Keep the file, and write a new one next to it.',
    find(sight) {
      const file = operands(sight.command, '-s', '--size', '-r').find(
        (word) =>
          ['system', 'device', 'personal', 'repository', 'workspace', 'above', 'home'].includes(sight.kindOf(word)) ||
          precious.test(word.text) ||
          (word.glob && sight.kindOf(word) === 'inside' && !/\.(log|out|tmp)\W*$|(^|\/)(logs?|tmp)\//.test(word.text)),
      )
      return file === undefined ? undefined : ask(`truncate ${file.text}`)
    },
  },
]
