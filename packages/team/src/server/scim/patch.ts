/** Reads the operations of a PATCH request (RFC 7644, section 3.5.2). */
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { invalid } from './error.ts'
import { readField, readMessage, readText } from './values.ts'

export interface Operation {
  readonly op: 'add' | 'remove' | 'replace'
  /** In lower case, without the core schema. Empty if the value names the attributes. */
  readonly path: string
  /** The text in brackets, as in `emails[type eq "work"]`. */
  readonly filter: string | undefined
  /** The id, if the filter is `value eq "<id>"` and selects whole values. */
  readonly selected: string | undefined
  readonly value: unknown
}

const maxOperations = 1000

export function readOperations(body: unknown): readonly Operation[] {
  const operations = readField(readMessage(body), 'Operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > maxOperations)
    throw invalid(`Operations must be a list with 1 to ${maxOperations} entries`, 'invalidSyntax')
  return operations
    .flatMap((item: unknown) => {
      const operation = readOperation(readMessage(item))
      return operation.path === '' ? spread(operation) : [operation]
    })
    .filter(({ path }) => !isOfExtension(path))
}

function readOperation(item: JsonObject): Operation {
  const op = readText(readField(item, 'op'), 'op').toLowerCase()
  if (op !== 'add' && op !== 'remove' && op !== 'replace')
    throw invalid('op must be add, remove or replace', 'invalidSyntax')
  const path = readPath(readText(readField(item, 'path'), 'path', 1000))
  if (op === 'remove' && path.path === '') throw invalid('remove needs a path', 'invalidPath')
  return { op, ...path, value: readField(item, 'value') }
}

type Path = Pick<Operation, 'path' | 'filter' | 'selected'>

const attributePath = /^([A-Za-z][\w.-]*)(?:\[(.*)\](?:\.[A-Za-z][\w-]*)?)?$/
const selectsValue = /\[\s*value\s+eq\s+"([\w-]{1,64})"\s*\]$/i

/** `attribute`, `attribute.part`, `attribute[filter]` or `attribute[filter].part`. */
function readPath(given: string): Path {
  const text = given.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '')
  if (isOfExtension(text)) return { path: text.toLowerCase(), filter: undefined, selected: undefined }
  const [, path = '', filter] = attributePath.exec(text) ?? []
  if (path === '' && text !== '') throw invalid(`the path ${JSON.stringify(text)} is not supported`, 'invalidPath')
  return { path: path.toLowerCase(), filter, selected: selectsValue.exec(text)?.[1] }
}

/** Such as the department of the enterprise schema. The server keeps no attribute of an extension. */
const isOfExtension = (path: string): boolean => /^urn:(?!ietf:params:scim:schemas:core:)/i.test(path)

/** Without a path, each attribute of the value is an operation. */
function spread({ op, value }: Operation): readonly Operation[] {
  if (!isObject(value)) throw invalid('without a path, value must be an object', 'invalidSyntax')
  return Object.entries(value).map(([name, field]) => ({
    op,
    ...readPath(name),
    value: field,
  }))
}
