/** Adds a fix for an object or string where a list or an entry belongs, and for events that are not inside `hooks`. */
import { eventNames, isEventName } from '@hookline/core/protocol'
import { type Document, type Edit, itemsOf, keyOf, memberOf, membersOf, type Node } from '../../../json-document.ts'
import { sameName } from '../../../same-name.ts'
import type { FileContext } from '../../context/context.ts'
import { editFix, type Finding, type Rule } from '../../rule.ts'

type Refine = (node: Node, file: FileContext) => readonly Edit[] | undefined

const fixedBy = (code: Rule['code'], refine: Refine): Rule => ({
  code,
  checks: 'problem',
  refine({ line, column }, file): Partial<Finding> | undefined {
    const node = file.document.nodeAt(file.document.offset({ line, column }))
    const edits = node === undefined ? undefined : refine(node, file)
    return edits === undefined ? undefined : { fix: editFix(...edits) }
  },
})

export const notAList = fixedBy('not-a-list', (node, file) => {
  if (node.type === 'object') return wrap(node, '[', ']')
  if (node.type !== 'string') return undefined
  return [replace(node, `[${keyOf(node) === 'hooks' ? groupHookFor(node) : entryFor(node, file)}]`)]
})

export const notAnEntry = fixedBy('not-an-entry', (node, file) => {
  if (node.type === 'string') return [replace(node, isInGroup(node) ? groupHookFor(node) : entryFor(node, file))]
  return file.agent?.format === undefined || memberOf(node, 'command') === undefined
    ? undefined
    : nestInGroup(node, file.document)
})

/** A group with its hooks, as in the settings of other agents, where a hooks.json has the entries themselves. */
export const groupInHooksFile = fixedBy('missing-command', (node, { agent, document }) => {
  const hooks = itemsOf(memberOf(node, 'hooks')?.value)
  const isGroup = membersOf(node).every(({ key }) => key === 'hooks' || key === 'matcher' || key === 'description')
  if (agent !== undefined || !isGroup || hooks.length === 0 || hooks.some(({ type }) => type !== 'object'))
    return undefined
  const shared = membersOf(node).filter(({ key }) => key !== 'hooks')
  if (hasComment(node, document) && shared.length > 0) return undefined
  const own = shared.map(({ keyNode }) => textOf(keyNode.parent ?? keyNode, document))
  return [replace(node, hooks.map((hook) => addMembers(hook, own, document)).join(', '))]
})

/** Events at the top of the file belong into `hooks`. */
export const eventsOutside = fixedBy('not-an-object', (node, { document }) => {
  const { tree } = document
  if (tree === undefined || node.parent?.parent !== tree) return undefined
  if (sameName(String(node.value), ['hooks']) !== undefined) return [replace(node, '"hooks"')]
  const members = membersOf(tree)
  const isEvent = (key: string) => isEventName(key) || sameName(key, eventNames) !== undefined
  const first = members.findIndex(({ key }) => isEvent(key))
  const last = members.findLastIndex(({ key }) => isEvent(key))
  const inside = members.slice(first, last + 1)
  const [from, to] = [inside[0]?.keyNode, inside.at(-1)?.value]
  if (from === undefined || to === undefined || !inside.every(({ key }) => isEvent(key))) return undefined
  return [
    { offset: from.offset, length: 0, text: '"hooks": { ' },
    { offset: to.offset + to.length, length: 0, text: ' }' },
  ]
})

const replace = (node: Node, text: string): Edit => ({ offset: node.offset, length: node.length, text })
const wrap = (node: Node, open: string, close: string): readonly Edit[] => [
  { offset: node.offset, length: 0, text: open },
  { offset: node.offset + node.length, length: 0, text: close },
]
const textOf = (node: Node, { text }: Document): string => text.slice(node.offset, node.offset + node.length)
const hasComment = (node: Node, document: Document): boolean => /\/[/*]/.test(textOf(node, document))

const groupHookFor = (command: Node): string => `{ "type": "command", "command": ${JSON.stringify(command.value)} }`
const entryFor = (command: Node, { agent }: FileContext): string =>
  agent?.format === undefined
    ? `{ "command": ${JSON.stringify(command.value)} }`
    : `{ "hooks": [${groupHookFor(command)}] }`

/** An item of the `hooks` of a group, not of the list of an event. */
const isInGroup = ({ parent }: Node): boolean =>
  keyOf(parent) === 'hooks' && parent?.parent?.parent?.parent?.type === 'array'

/** The text of an object with further members before its own. */
function addMembers(object: Node, members: readonly string[], document: Document): string {
  const inner = textOf(object, document).slice(1, -1)
  const separator = members.length > 0 && membersOf(object).length > 0 ? ', ' : ''
  return `{${members.length === 0 ? '' : ` ${members.join(', ')}`}${separator}${members.length === 0 ? inner : inner.trimStart()}}`
}

function nestInGroup(node: Node, document: Document): readonly Edit[] | undefined {
  const type = memberOf(node, 'type') === undefined ? '"type": "command", ' : ''
  const matcher = memberOf(node, 'matcher')
  if (matcher === undefined) {
    const first = membersOf(node)[0]
    if (first === undefined) return undefined
    const named = type === '' ? [] : [{ offset: first.keyNode.offset, length: 0, text: type }]
    return [...wrap(node, '{ "hooks": [', '] }'), ...named]
  }
  if (hasComment(node, document)) return undefined
  const rest = membersOf(node).flatMap(({ key, keyNode }) =>
    key === 'matcher' ? [] : [textOf(keyNode.parent ?? keyNode, document)],
  )
  const hook = `{ ${type}${rest.join(', ')} }`
  return [replace(node, `{ ${textOf(matcher.keyNode.parent ?? matcher.keyNode, document)}, "hooks": [${hook}] }`)]
}
