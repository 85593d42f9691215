/** Reads the operations of a PATCH request (RFC 7644, section 3.5.2). */
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { invalid } from './error.ts'
import { readField, readMessage, readText } from './values.ts'

export interface Operation {
  readonly op: 'add' | 'remove' | 'replace'
  /** In lower case, without the schema. Empty if the value names the attributes. */
  readonly path: string
  /** The value in `members[value eq "…"]`, or undefined. */
  readonly selected: string | undefined
  readonly value: unknown
}

const maxOperations = 1000

export function readOperations(body: unknown): readonly Operation[] {
  const operations = readField(readMessage(body), 'Operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > maxOperations)
    throw invalid(`Operations must be a list with 1 to ${maxOperations} entries`, 'invalidSyntax')
  return operations.flatMap((item: unknown) => {
    const operation = readOperation(readMessage(item))
    return operation.path === '' ? spread(operation) : [operation]
  })
}

function readOperation(item: JsonObject): Operation {
  const op = readText(readField(item, 'op'), 'op').toLowerCase()
  if (op !== 'add' && op !== 'remove' && op !== 'replace')
    throw invalid('op must be add, remove or replace', 'invalidSyntax')
  const text = readText(readField(item, 'path'), 'path', 1000).replace(/^urn:[\w:.]+:(User|Group):/i, '')
  const [, path = '', selected] = /^([A-Za-z][\w.]*)(?:\[value eq "([\w-]{1,64})"\])?$/.exec(text) ?? []
  if (path === '' && text !== '') throw invalid(`the path ${JSON.stringify(text)} is not supported`, 'invalidPath')
  if (op === 'remove' && path === '') throw invalid('remove needs a path', 'invalidPath')
  return { op, path: path.toLowerCase(), selected, value: readField(item, 'value') }
}

/** Without a path, each attribute of the value is an operation. */
function spread({ op, value }: Operation): readonly Operation[] {
  if (!isObject(value)) throw invalid('without a path, value must be an object', 'invalidSyntax')
  return Object.entries(value).map(([name, field]) => ({
    op,
    path: name.toLowerCase(),
    selected: undefined,
    value: field,
  }))
}
