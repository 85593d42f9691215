/** A key of another agent: renamed where the two mean exactly the same. */
import { memberOf, objectAt } from '../document.ts'
import { edit, type Rule } from '../rule.ts'

const same: Readonly<Record<string, string>> = {
  timeoutSec: 'timeout',
  timeoutMs: 'timeout_ms',
  bash: 'command',
  statusMessage: 'description',
  commandRegex: 'matcher',
}

export const foreignKey: Rule = {
  code: 'foreign-key',
  looksAt: 'problem',
  refine({ line, column }, { document, claude, entries }) {
    const offset = document.offset({ line, column })
    const key = /^"(\w+)"/.exec(document.text.slice(offset, offset + 80))?.[1]
    const ours = key === undefined || claude ? undefined : same[key]
    if (key === undefined || ours === undefined) return undefined
    const entry = entries
      .map(({ entry: { origin } }) => document.offset({ line: origin.line ?? 1, column: origin.column ?? 1 }))
      .map((at) => objectAt(document.tree, at))
      .find((node) => memberOf(node, key)?.keyNode.offset === offset)
    if (entry === undefined || memberOf(entry, ours) !== undefined) return undefined
    return { fix: edit({ offset: offset + 1, length: key.length, text: ours }) }
  },
}
