/** Reports hooks with `warm` that cannot be parked, because they read variables that differ from event to event. */

import { basename } from 'node:path'
import { describeRead, findReadVariable } from '@hookline/core/node'
import type { EntryContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const warmVariable: Rule = {
  code: 'warm-variable',
  checks: 'entry',
  find(context): readonly RuleFinding[] {
    const found = context.entry.warm === true ? findReader(context) : undefined
    if (found === undefined) return []
    return [
      {
        at: context.at('warm'),
        message: `\`warm\` has no effect, because ${found.where} ${describeRead(found.name)}`,
        hint: 'Read the event from stdin instead, or remove `warm`.',
      },
    ]
  },
}

function findReader({ command, scripts, file }: EntryContext): { where: string; name: string } | undefined {
  const inCommand = findReadVariable(command?.text ?? '')
  if (inCommand !== undefined) return { where: 'the command', name: inCommand }
  for (const { path } of scripts) {
    const name = path === undefined ? undefined : findReadVariable(file.facts.read(path) ?? '', path)
    if (path !== undefined && name !== undefined) return { where: basename(path), name }
  }
  return undefined
}
