/** Reports a path in one person's home directory, in a file that is shared with others. */
import { usualAgent } from '@hookline/core/agents'
import type { CodeContext, CommandText, FileContext } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

/** Accounts that belong to a machine, not to a person. */
const accounts = 'Shared|Public|Default|runner|runneradmin|node|vscode|codespace|linuxbrew'
const windowsUser = `Users[\\\\/]+(?!(?:${accounts})[\\\\/])[^\\\\/"'<>|*?%$\\s][^\\\\/"'<>|*?%$]*[\\\\/]`
/** `/Users/ann/`, `C:\Users\ann\`, and the spellings of the latter in Git Bash, WSL, Cygwin and file URLs. */
const ofPerson = [
  `/Users/(?!(?:${accounts})/)[^/\\s"'*$]+/`,
  `/home/(?!(?:${accounts})/)[^/\\s"'*$]+/`,
  '/root/',
  `/?[A-Za-z]:[\\\\/]+${windowsUser}`,
  `(?<!/)(?:/mnt|/cygdrive)?/[A-Za-z]/${windowsUser}`,
].join('|')
const ofHome = '~[\\\\/]|\\$\\{?HOME\\}?[\\\\/]|%USERPROFILE%|%HOMEPATH%|\\$env:USERPROFILE'
const personal = new RegExp(`(?<![\\w.$}])(?:${ofPerson}|${ofHome})`, 'i')

export const personalPath: Rule = {
  code: 'personal-path',
  checks: 'file',
  find: (file) =>
    file.shared ? [...file.commands, ...file.arguments].flatMap((command) => checkCommand(command, file)) : [],
}

function checkCommand(command: CommandText, file: FileContext): readonly RuleFinding[] {
  const found = personal.exec(command.text)
  if (found === null) return []
  const path = /^[^\s"';|&]+/.exec(command.text.slice(found.index))?.[0] ?? ''
  const ownHome = /^(~|\$|%)/.test(path)
  const message = `${path} is in one person's home directory, but this file is shared`
  const hint = ownHome
    ? `Move the script into the repository, or the entry into your own ~/${(file.agent ?? usualAgent).files.hookFiles[0]}.`
    : "Move the script into the repository and write its path relative to the project's root."
  return [{ at: command.at(found.index), message, hint, ...relativeFix(command, found.index, path, file) }]
}

/** A fix is safe if the path is inside this workspace and is a whole word. */
function relativeFix(
  command: CommandText,
  start: number,
  path: string,
  { root, source }: FileContext,
): Pick<RuleFinding, 'fix'> {
  const inside = root !== undefined && source === 'project' && path.startsWith(`${root}/`)
  const begins = start === 0 || /\s/.test(command.text[start - 1] ?? '')
  if (!inside || !begins) return {}
  const relative = path.slice(root.length + 1)
  const right = relative.includes('/') ? relative : `./${relative}`
  return { fix: editFix(command.edit(start, start + path.length, right)) }
}

const inScript = new RegExp(`(?<![\\w.$}])(?:${ofPerson})`, 'gi')
/** User names in examples, and parts of patterns. */
const exampleName = /[\\/](?:user(?:name)?|you|me|name|someone|xxx+|example|foo|<[^>]*>|\[|\(|\.)/i

/** In scripts `$HOME` is fine, because it is the home directory of the person who runs the script. */
export const personalPathInScript: Rule = {
  code: 'personal-path',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    if (code.script === undefined || !code.contexts.some(({ file }) => file.shared)) return []
    return code.reading.strings.flatMap(({ text, offset }) =>
      [...text.matchAll(inScript)]
        .filter(([path]) => !exampleName.test(path.replace(/^[^\\/]*[\\/]+(?:mnt|cygdrive|home|Users|\w:?)/i, '')))
        .slice(0, 1)
        .map(({ 0: path, index }) => ({
          at: positionIn(code, offset, index),
          message: `${path} is in one person's home directory, but this script is shared`,
          hint: 'Write the path relative to the project’s root or to "$HOME".',
        })),
    )
  },
}

/** Skips the opening quotation mark of the text, if there is one. */
const positionIn = (code: CodeContext, offset: number, index: number): RuleFinding['at'] =>
  code.at(offset + index + (/["'`]/.test(code.text[offset] ?? '') ? 1 : 0))
