/** Deleting files by name. */
import { argumentsOf, type ShellCommand, type ShellWord } from '@hookline/core/shell'
import { has, list, operands, says } from '../options.ts'
import { ask, deny, type Finding, type Rule, type Sight } from '../rule.ts'
import { sensitiveAt } from '../what-runs.ts'
import { windowsWords } from '../windows-words.ts'
import { deletion, instead, names, never } from './deletion.ts'
import { isTestFile } from './test-data.ts'
import { fetchedIn } from './unread.ts'

/** A file that is not there for a build to make again. */
export const precious =
  /(^|\/)(\.env(\..*)?|id_(rsa|ed25519|ecdsa|dsa)|.*\.(pem|key|p12|pfx|kdbx|sqlite3?|db|tfstate[\w.*-]*)|\.(bash|zsh)_history|authorized_keys|known_hosts)$/

/** Files deleted one by one. */
function single(words: readonly ShellWord[], sight: Sight): Finding | undefined {
  const whole = deletion(
    words.filter((word) => word.glob),
    sight,
  )
  if (whole?.verdict === 'deny') return whole
  const listed = words.find((word) => sight.placeOf(word) === 'workspace')
  if (listed !== undefined) return ask('delete every file of the workspace')
  const system = words.find((word) => ['root', 'system', 'device', 'repository'].includes(sight.placeOf(word)))
  if (system !== undefined) return deny(`delete ${system.text}, ${names[sight.placeOf(system)]}`)
  const kept = words.find(
    (word) =>
      (precious.test(word.text) && sight.placeOf(word) !== 'temporary' && !isTestFile(word.text)) ||
      sensitiveAt(word.text) !== undefined,
  )
  if (kept !== undefined) return ask(`delete ${kept.text}, which nothing makes again`)
  // Found by a search outside, or right below the root.
  const emptied = words.find(({ text, glob, known }) => {
    const isAll = glob && /\/\*(\.\*)?$/.test(text)
    return isAll && sight.placeOf({ text, known, glob }) === 'personal'
  })
  if (emptied !== undefined) return ask(`delete every file of ${emptied.text.replace(/\/[^/]*$/, '')}`)
  const rooted = words.find(
    (word) => (/^\/[^/]+$/.test(word.text) || word.text.includes('/…')) && sight.placeOf(word) === 'personal',
  )
  return rooted === undefined ? undefined : ask(`delete ${rooted.text}, which lies outside the workspace`)
}

/** Unlike `rm`, nobody expects of it that sources are gone. */
function packed(sight: Sight): Finding | undefined {
  const finding = deletion(
    operands(sight.command).filter((word) => !/\.(tar|t?gz|zip|7z|xz|bz2|zst)$/.test(word.text)),
    sight,
    'pack and then delete',
  )
  return finding?.level === 'strict' ? { ...finding, level: 'high' } : finding
}

/** What a build makes in a project below a home. */
const builtInHome =
  /^(~|[A-Z]:[\\/]Users[\\/][^\\/]+)[\\/].*[\\/](node_modules|dist|build|target|out|bin|obj|coverage|\.next|\.venv|__pycache__)[\\/]?$/i

/** Some files of the workspace are an everyday matter. */
const isOutside = (word: ShellWord, sight: Sight): boolean => !['workspace', 'inside'].includes(sight.placeOf(word))

/** Lists a directory, all of it unless a filter is given. */
const isSearch = ({ name, words }: ShellCommand): boolean =>
  /^(get-childitem|gci|ls|dir)$/i.test(name) &&
  !words.some((word) => /^-(filter|include)$/i.test(word.text) || (word.glob && !/^\*(\.\*)?$/.test(word.text)))

/** The words of a command for Windows that name files; drives of PowerShell's own hold settings of the session. */
const files = (command: ShellCommand): readonly ShellWord[] =>
  [
    ...(argumentsOf(command)?.all.filter(({ kind, option }) => kind === 'delete' && option !== undefined) ?? []).map(
      ({ word }) => word,
    ),
    ...operands(command),
  ].filter(
    (word) => !/^\/[a-z]$/i.test(word.text) && !/^(\$(_|PSItem)\b|(env|function|alias|variable):)/i.test(word.text),
  )

/** `git clone x app && rm -rf app/.git`: the history of a copy that the text itself fetches. */
function isClonedHistory({ text }: ShellWord, { command, reading }: Sight): boolean {
  if (!/(^|\/)\.git\/?$/.test(text)) return false
  const path = /^[~/]/.test(text) || command.cwd === undefined ? text : `${command.cwd}/${text}`
  const plain = path.replace(/^\.\//, '').replace(/\/$/, '')
  return fetchedIn(reading).some((place) => place !== '' && plain === `${place}.git`)
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
        ? deny('run a program that the text hides, with the words of a deletion')
        : undefined
    },
  },
  {
    name: 'trash',
    programs: list('trash trash-put gio rmtrash trash-empty'),
    instead,
    find(sight) {
      if (sight.command.name === 'trash-empty' || says(sight.command, '--empty')) return ask('empty the trash')
      const whole = operands(sight.command).find((word) => never.has(sight.placeOf(word)))
      return whole === undefined ? undefined : deny(`put ${names[sight.placeOf(whole)]} into the trash (${whole.text})`)
    },
  },
  {
    name: 'pack-and-delete',
    programs: list('tar zip 7z 7za'),
    instead: 'Pack first, look at the archive, then delete.',
    find: (sight) =>
      says(sight.command, '--remove-files', '-sdel') ||
      (sight.command.name === 'zip' && says(sight.command, '-m', '-rm', '-mr', '--move'))
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
      // `Get-ChildItem x | Remove-Item`: what is deleted stands before the pipe.
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
      return operands(sight.command, '-n', '-s').some((word) => ['device', 'root'].includes(sight.placeOf(word)))
        ? deny('wipe a disk')
        : ask('wipe files so that nothing can bring them back')
    },
  },
]
