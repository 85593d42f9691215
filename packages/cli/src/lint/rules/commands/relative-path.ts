/** Some agents run hooks wherever they stand at the moment, so a relative script is found only until the first `cd`. */
import { type Agent, isProjectSource } from '@hookline/core/agents'
import type { CommandText } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

export const relativePath: Rule = {
  code: 'claude-relative-path',
  checks: 'file',
  find: ({ source, agent, commands }) =>
    agent?.settings?.root === undefined || !isProjectSource(source)
      ? []
      : commands.flatMap((command) => inCommand(command, agent)),
}

const inCommand = (command: CommandText, { title, settings }: Agent): readonly RuleFinding[] =>
  command.line.scripts
    // After a change of directory the path is seen from there.
    .filter(({ word, from }) => from === undefined && /^(\.{1,2}\/)?[\w.-]+\//.test(word))
    .map(({ word, place }) => {
      const right = `"$${settings?.root}"/${word.replace(/^\.\//, '')}`
      const safe = place?.plain === true && !word.startsWith('../')
      return {
        at: command.at(place?.start ?? 0),
        message: `${word} is found only while ${title} stands in the project's root`,
        hint: `Write ${right}.`,
        ...(safe ? { fix: editFix(command.edit(place.start, place.end, right)) } : {}),
      }
    })
