/** Finds commands that delete files by name. */
import { argumentsOf, type ShellCommand, type ShellWord } from '@hookline/core/shell'
import { has, list, operands, says } from '../options.ts'
import { ask, type CommandView, deny, type Finding, type Rule } from '../rule.ts'
import { sensitiveAt } from '../what-runs.ts'
import { windowsWords } from '../windows-words.ts'
import { deletion, instead, names, never } from './deletion.ts'
import { isTestFile } from './test-data.ts'
import { fetchedIn } from './unread.ts'

/** A file that no build creates again. */
export const precious =
  /(^|\/)(\.env(\..*)?|id_(rsa|ed25519|ecdsa|dsa)|.*\.(pem|key|p12|pfx|kdbx|sqlite3?|db|tfstate[\w.*-]*)|\.(bash|zsh)_history|authorized_keys|known_hosts)$/

/** Files deleted one by one. */
function single(words: readonly ShellWord[], sight: CommandView): Finding | undefined {
  const whole = deletion(
    words.filter((word) => word.glob),
    sight,
  )
  if (whole?.verdict === 'deny') return whole
  const listed = words.find((word) => sight.kindOf(word) === 'workspace')
  if (listed !== undefined) return ask('delete every file of the workspace')
  const system = words.find((word) => ['root', 'system', 'device', 'repository'].includes(sight.kindOf(word)))
  if (system !== undefined) return deny(`delete ${system.text}, ${names[sight.kindOf(system)]}`)
  const kept = words.find(
    (word) =>
      (precious.test(word.text) && sight.kindOf(word) !== 'temporary' && !isTestFile(word.text)) ||
      sensitiveAt(word.text) !== undefined,
  )
  if (kept !== undefined) return ask(`delete ${kept.text}, which no build creates again`)
  // Found by a search outside the workspace, or directly below the root.
  const emptied = words.find(({ text, glob, known }) => {
    const isAll = glob && /\/\*(\.\*)?$/.test(text)
    return isAll && sight.kindOf({ text, known, glob }) === 'personal'
  })
  if (emptied !== undefined) return ask(`delete every file of ${emptied.text.replace(/\/[^/]*$/, '')}`)
  const rooted = words.find(
    (word) => (/^\/[^/]+$/.test(word.text) || word.text.includes('/…')) && sight.kindOf(word) === 'personal',
  )
  return rooted === undefined ? undefined : ask(`delete ${rooted.text}, which lies outside the workspace`)
}

/** Commands that, unlike `rm`, are not expected to delete sources. */
function packed(sight: CommandView): Finding | undefined {
  const finding = deletion(
    operands(sight.command).filter((word) => !/\.(tar|t?gz|zip|7z|xz|bz2|zst)$/.test(word.text)),
    sight,
    'pack and then delete',
  )
  return finding?.level === 'strict' ? { ...finding, level: 'high' } : finding
}

/** Build output in a project below a home directory. */
const builtInHome =
  /^(~|[A-Z]:[\\/]Users[\\/][^\\/]+)[\\/].*[\\/](node_modules|dist|build|target|out|bin|obj|coverage|\.next|\.venv|__pycache__)[\\/]?$/i

/** Deleting some files of the workspace is routine. */
const isOutside = (word: ShellWord, sight: CommandView): boolean =>
  !['workspace', 'inside'].includes(sight.kindOf(word))

/** Lists a whole directory, unless a filter is given. */
const isSearch = ({ name, words }: ShellCommand): boolean =>
  /^(get-childitem|gci|ls|dir)$/i.test(name) &&
  !words.some((word) => /^-(filter|include)$/i.test(word.text) || (word.glob && !/^\*(\.\*)?$/.test(word.text)))

/** The arguments of a Windows command that name files. PowerShell's own drives contain settings of the session. */
const files = (command: ShellCommand): readonly ShellWord[] =>
  [
    ...(argumentsOf(command)?.all.filter(({ kind, option }) => kind === 'delete' && option !== undefined) ?? []).map(
      ({ word }) => word,
    ),
    ...operands(command),
  ].filter(
    (word) => !/^\/[a-z]$/i.test(word.text) && !/^(\$(_|PSItem)\b|(env|function|alias|variable):)/i.test(word.text),
  )

/** `git clone x app && rm -rf app/.git` deletes only the history of a copy that the same text fetched. */
function isClonedHistory({ text }: ShellWord, { command, reading }: CommandView): boolean {
  if (!/(^|\/)\.git\/?$/.test(text)) return false
  const path = /^[~/]/.test(text) || command.cwd === undefined ? text : `${command.cwd}/${text}`
  const plain = path.replace(/^\.\//, '').replace(/\/$/, '')
  return fetchedIn(reading).some((directory) => directory !== '' && plain === `${directory}.git`)
}

export const deletingRules: readonly Rule[] = [
  {
    name: 'delete-recursively',
    programs: list('rm grm rimraf srm del-cli unlink'),
    instead,
    find(sight) {
      const { command } = sight
      const all = ['rimraf', 'del-cli'].includes(command.name) || has(command, 'rR', 'recursive')
      if (says(command, '--no-preserve-root')) return deny('delete from the root of the file system')
      const words = operands(command).filter((word) => !isClonedHistory(word, sight))
      return all ? deletion(words, sight) : single(words, sight)
    },
  },
  {
    name: 'unknown-delete',
    programs: [''],
    instead,
    find(sight) {
      const forced = /^-\w*r\w*f|^-\w*f\w*r/i.test(sight.command.words[1]?.text ?? '')
      return forced && deletion(operands(sight.command), sight)?.verdict === 'deny'
        ? deny('run a hidden program with the arguments of a deletion')
        : undefined
    },
  },
  {
    name: 'trash',
    programs: list('trash trash-put gio rmtrash trash-empty'),
    instead,
    find(sight) {
      if (sight.command.name === 'trash-empty' || says(sight.command, '--empty')) return ask('empty the trash')
      const whole = operands(sight.command).find((word) => never.has(sight.kindOf(word)))
      return whole === undefined ? undefined : deny(`put ${names[sight.kindOf(whole)]} into the trash (${whole.text})`)
    },
  },
  {
    name: 'pack-and-delete',
    programs: list('tar zip 7z 7za rar'),
    instead: 'Create the archive first, check it, then delete.',
    find: (sight) =>
      says(sight.command, '--remove-files', '-sdel') ||
      (sight.command.name === 'zip' && has(sight.command, 'm', 'move')) ||
      (sight.command.name === 'rar' && /^mf?$/.test(sight.command.words[1]?.text ?? ''))
        ? packed(sight)
        : undefined,
  },
  {
    name: 'windows-delete',
    programs: list('rd rmdir del erase Remove-Item ri'),
    instead,
    find(sight) {
      const { command, text } = sight
      const whole = { ...command, words: windowsWords(command, text) }
      const all = whole.words.some((word) => /^(\/s|-r(e(c(u(r(se?)?)?)?)?)?)$/i.test(word.text))
      const own = files(whole)
      // In `Get-ChildItem x | Remove-Item` the deleted files are before the pipe.
      const fed = own.length === 0 && command.stdin.kind === 'pipe' ? command.stdin.from : []
      const settings = own.find((word) => /^(HK\w+|Cert|WSMan|AD):/i.test(word.text))
      if (settings !== undefined) return ask(`delete ${settings.text}, a setting of the system`)
      const found = fed.flatMap((one) =>
        files({ ...one, words: windowsWords(one, text) }).filter((word) => isSearch(one) || isOutside(word, sight)),
      )
      const words = [...own, ...found].filter((word) => !builtInHome.test(word.text))
      return all || fed.some(isSearch) ? deletion(words, sight) : single(words, sight)
    },
  },
  {
    name: 'wipe',
    programs: list('shred wipe scrub sdelete blkdiscard sfill sdmem cipher'),
    instead: 'Delete single files with `rm`, inside the workspace.',
    find(sight) {
      if (sight.command.name === 'cipher' && !sight.command.words.some((word) => /^\/w/i.test(word.text)))
        return undefined
      return operands(sight.command, '-n', '-s').some((word) => ['device', 'root'].includes(sight.kindOf(word)))
        ? deny('wipe a disk')
        : ask('wipe files so that they cannot be recovered')
    },
  },
]
