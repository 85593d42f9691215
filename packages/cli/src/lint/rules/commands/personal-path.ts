/** A path of one person in a file that others get too. */
import { usualAgent } from '@hookline/core/agents'
import type { CodeContext, CommandText, FileContext } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

/** Accounts that belong to a machine and not to a person. */
const accounts = 'Shared|Public|Default|runner|runneradmin|node|vscode|codespace|linuxbrew'
const windowsUser = `Users[\\\\/]+(?!(?:${accounts})[\\\\/])[^\\\\/"'<>|*?%$\\s][^\\\\/"'<>|*?%$]*[\\\\/]`
/** `/Users/ann/`, `C:\Users\ann\`, and how Git Bash, WSL, Cygwin and file addresses spell the latter. */
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
    file.shared ? [...file.commands, ...file.arguments].flatMap((command) => inCommand(command, file)) : [],
}

function inCommand(command: CommandText, file: FileContext): readonly RuleFinding[] {
  const found = personal.exec(command.text)
  if (found === null) return []
  const path = /^[^\s"';|&]+/.exec(command.text.slice(found.index))?.[0] ?? ''
  const ownHome = /^(~|\$|%)/.test(path)
  const message = `${path} is a path of one person, in a file that others get too`
  const hint = ownHome
    ? `Put the script into the repository, or the entry into your own ~/${(file.agent ?? usualAgent).files.hookFiles[0]}.`
    : "Put the script into the repository and name it from the project's root."
  return [{ at: command.at(found.index), message, hint, ...fixOf(command, found.index, path, file) }]
}

/** Safe where it leads into this very workspace and stands as a whole word. */
function fixOf(
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
/** Names in examples, and parts of patterns. */
const exampleName = /[\\/](?:user(?:name)?|you|me|name|someone|xxx+|example|foo|<[^>]*>|\[|\(|\.)/i

/** In the texts of a script a home directory by its variable is fine: it is that of whoever runs it. */
export const personalPathInScript: Rule = {
  code: 'personal-path',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    if (code.script === undefined || !code.contexts.some(({ file }) => file.shared)) return []
    return code.reading.texts.flatMap(({ text, offset }) =>
      [...text.matchAll(inScript)]
        .filter(([path]) => !exampleName.test(path.replace(/^[^\\/]*[\\/]+(?:mnt|cygdrive|home|Users|\w:?)/i, '')))
        .slice(0, 1)
        .map(({ 0: path, index }) => ({
          at: placeIn(code, offset, index),
          message: `${path} is a path of one person, in a script that others get too`,
          hint: 'Name it from the project’s root, or from "$HOME".',
        })),
    )
  },
}

/** The quotation mark before a text counts too, where there is one. */
const placeIn = (code: CodeContext, offset: number, index: number): RuleFinding['at'] =>
  code.at(offset + index + (/["'`]/.test(code.text[offset] ?? '') ? 1 : 0))
