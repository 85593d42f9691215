/** A path of one person in a file that others get too. */
import type { CommandText, FileContext } from '../context.ts'
import { edit, type Found, type Rule } from '../rule.ts'

const personal =
  /(?<![\w.$}])(\/Users\/(?!Shared\/)[^/\s"']+\/|\/root\/|\/home\/[^/\s"']+\/|[A-Za-z]:[\\/]Users[\\/][^\\/\s"']+[\\/]|~[\\/]|\$\{?HOME\}?[\\/])/

export const personalPath: Rule = {
  code: 'personal-path',
  looksAt: 'file',
  find: (file) => (file.shared ? file.commands.flatMap((command) => inCommand(command, file)) : []),
}

function inCommand(command: CommandText, file: FileContext): readonly Found[] {
  const found = personal.exec(command.text)
  if (found === null) return []
  const path = /^[^\s"';|&]+/.exec(command.text.slice(found.index))?.[0] ?? ''
  const ofHome = /^(~|\$)/.test(path)
  const message = `${path} is a path of one person, in a file that others get too`
  const hint = ofHome
    ? `Put the script into the repository, or the entry into your own ${file.claude ? '~/.claude/settings.json' : '~/.cursor/hooks.json'}.`
    : "Put the script into the repository and name it from the project's root."
  return [{ at: command.at(found.index), message, hint, ...mended(command, found.index, path, file) }]
}

/** Safe where it leads into this very workspace and stands as a whole word. */
function mended(command: CommandText, start: number, path: string, { root, source }: FileContext): Pick<Found, 'fix'> {
  const inside = root !== undefined && source === 'project' && path.startsWith(`${root}/`)
  const begins = start === 0 || /\s/.test(command.text[start - 1] ?? '')
  if (!inside || !begins) return {}
  const relative = path.slice(root.length + 1)
  const right = relative.includes('/') ? relative : `./${relative}`
  return { fix: edit(command.edit(start, start + path.length, right)) }
}
