/** Finds searches for keys and passwords outside the workspace. */
import type { ShellCommand } from '@hookline/core/shell'
import { list } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { isRecordFile } from '../secret-files.ts'

/** A search for keys and passwords. */
export const seeksSecrets = ({ name, words }: ShellCommand): boolean =>
  list('grep egrep rg ag git-grep awk').includes(name) &&
  words.some((word) =>
    /AKIA|secret|passw|\btoken|api[^\s\w]{0,6}_?[^\s\w]{0,3}key|private.?key|BEGIN.*KEY/i.test(word.text),
  )

/** A search for the name of a key in settings: `SECRET`, `API_KEY`, `password=`. */
const seeksValues = ({ name, words }: ShellCommand): boolean =>
  list('grep egrep rg ag').includes(name) &&
  words.some(({ text }) =>
    /AKIA|SECRET|PASSW|TOKEN|API_?KEY|PRIVATE.?KEY|(secret|passw\w*|api_?key|token)\s*[=:]/.test(text),
  )

const scanners: ReadonlySet<string> = new Set(list('trufflehog gitleaks detect-secrets ggshield'))

/** A search for keys by file name. */
const seeksKeyFiles = ({ name, words }: ShellCommand): boolean =>
  /^(find|fd|fdfind|m?locate|plocate|mdfind)$/.test(name) &&
  words
    .slice(1)
    .some(({ text }) =>
      /id_(rsa|dsa|ecdsa|ed25519)|\.(pem|key|kdbx|p12|pfx|ppk|wallet|keychain\S*|env\b)|wallet\.dat|credentials|passw|secret|\.netrc|\.git-credentials/i.test(
        text,
      ),
    )

/** A whole directory of the home with settings of programs. */
const settingsDirectory =
  /^(~|\$HOME|\/root|\/(home|Users)\/[^/]+)\/(\.config|\.local(\/share)?|Library|Library\/[^/]+)\/?$/

/** Programs that print the given files. */
const showers = list('cat bat head tail less more nl tac strings xxd od base64 sed awk cut')

export const searchingRules: readonly Rule[] = [
  {
    name: 'show-found-secrets',
    programs: showers,
    instead: 'List the names of the files, and ask the person.',
    find({ command, reading }) {
      if (command.via.at(-1) !== 'xargs') return undefined
      const feeding = reading.commands.find((one) => one.name === 'xargs')?.stdin
      const from = feeding?.kind === 'pipe' ? feeding.from : []
      const found = from.some(
        (one) => seeksValues(one) && one.words.some(({ text }) => /^-[a-zA-Z]*l|^--files-with-matches$/.test(text)),
      )
      return found ? ask('print files that contain keys or passwords') : undefined
    },
  },
  {
    name: 'collect-secrets',
    programs: list(
      'grep egrep rg ag find fd fdfind locate mlocate plocate mdfind trufflehog gitleaks detect-secrets ggshield',
    ),
    instead: 'Search in the workspace.',
    find(sight) {
      const { command } = sight
      const wide =
        /locate$|^mdfind$/.test(command.name) ||
        command.words
          .slice(1)
          .some(
            (word) =>
              isRecordFile(word.text) ||
              settingsDirectory.test(word.text) ||
              (/^[~/]/.test(word.text) && ['root', 'home', 'system'].includes(sight.kindOf(word))),
          )
      const seeks = scanners.has(command.name) || seeksSecrets(command) || seeksKeyFiles(command)
      return wide && seeks ? ask('search for keys and passwords outside the workspace') : undefined
    },
  },
]
