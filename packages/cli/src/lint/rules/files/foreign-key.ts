/** Adds a fix for another agent's key: renames it if both keys mean exactly the same. */
import { memberOf } from '../../../json-document.ts'
import { editFix, type Rule } from '../../rule.ts'

const same: Readonly<Record<string, string>> = {
  timeoutSec: 'timeout',
  timeoutMs: 'timeout_ms',
  bash: 'command',
  statusMessage: 'description',
  commandRegex: 'matcher',
}

export const foreignKey: Rule = {
  code: 'foreign-key',
  checks: 'problem',
  refine({ line, column }, { document, agent }) {
    const offset = document.offset({ line, column })
    const node = document.nodeAt(offset)
    const ours = agent !== undefined ? undefined : same[String(node?.value)]
    if (node === undefined || ours === undefined || memberOf(node.parent?.parent, ours) !== undefined) return undefined
    return { fix: editFix({ offset, length: node.length, text: JSON.stringify(ours) }) }
  },
}
