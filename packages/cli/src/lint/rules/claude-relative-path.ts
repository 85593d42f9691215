/** Claude Code runs hooks wherever it stands at the moment, so a relative script is found only until the first `cd`. */
import type { CommandText } from '../context.ts'
import { edit, type Found, type Rule } from '../rule.ts'

export const claudeRelativePath: Rule = {
  code: 'claude-relative-path',
  looksAt: 'file',
  find: ({ source, commands }) =>
    source === 'claude-project' || source === 'claude-local' ? commands.flatMap(inCommand) : [],
}

const inCommand = (command: CommandText): readonly Found[] =>
  command.line.scripts
    // After a change of directory the path is seen from there.
    .filter(({ word, from }) => from === undefined && /^(\.{1,2}\/)?[\w.-]+\//.test(word))
    .map(({ word, place }) => {
      const right = `"$CLAUDE_PROJECT_DIR"/${word.replace(/^\.\//, '')}`
      const safe = place?.plain === true && !word.startsWith('../')
      return {
        at: command.at(place?.start ?? 0),
        message: `${word} is found only while Claude Code stands in the project's root`,
        hint: `Write ${right}.`,
        ...(safe ? { fix: edit(command.edit(place.start, place.end, right)) } : {}),
      }
    })
