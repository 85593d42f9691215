/** Reports flat entries under an event that the config reader does not know and therefore does not check. */
import { itemsOf, memberOf, membersOf } from '../../../json-document.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const entryShape: Rule = {
  code: 'not-an-entry',
  checks: 'file',
  find({ agent, document, problems }): readonly RuleFinding[] {
    if (agent?.format === undefined) return []
    const unknown = new Set(
      problems.filter(({ code }) => /^(unknown|foreign)-event$/.test(code)).map(({ line }) => line),
    )
    return membersOf(memberOf(document.tree, 'hooks')?.value)
      .filter(({ keyNode }) => unknown.has(document.at(keyNode.offset).line))
      .flatMap(({ value }) => itemsOf(value))
      .filter((item) => memberOf(item, 'hooks') === undefined)
      .flatMap((item) => memberOf(item, 'command') ?? [])
      .map(({ keyNode }) => ({
        at: document.at(keyNode.offset),
        message: `this entry is flat, as in hooks.json, but ${agent.title} reads commands only inside \`hooks\``,
        hint: 'Write { "matcher": "…", "hooks": [ { "type": "command", "command": "…" } ] }.',
      }))
  },
}
