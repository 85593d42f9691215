/** Reports relative script paths in files of agents that run hooks in their current directory: they break after the first `cd`. */
import { type Agent, isProjectSource } from '@hookline/core/agents'
import type { CommandText } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

export const relativePath: Rule = {
  code: 'claude-relative-path',
  checks: 'file',
  find: ({ source, agent, commands }) =>
    agent?.settings?.root === undefined || !isProjectSource(source)
      ? []
      : commands.flatMap((command) => checkCommand(command, agent)),
}

const checkCommand = (command: CommandText, { title, settings }: Agent): readonly RuleFinding[] =>
  command.line.scripts
    // After a `cd` in the command the path is relative to that directory.
    .filter(({ word, from }) => from === undefined && /^(\.{1,2}\/)?[\w.-]+\//.test(word))
    .map(({ word, range }) => {
      const right = `"$${settings?.root}"/${word.replace(/^\.\//, '')}`
      const safe = range?.plain === true && !word.startsWith('../')
      return {
        at: command.at(range?.start ?? 0),
        message: `${word} is found only while ${title}'s working directory is the project's root`,
        hint: `Write ${right}.`,
        ...(safe ? { fix: editFix(command.edit(range.start, range.end, right)) } : {}),
      }
    })
