/** Reports a field that a script reads but that its event does not have. */
import type { EventName } from '@hookline/core/node'
import { ELEMENT, type InputRead } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import {
  existsSomewhere,
  findIntendedField,
  findIntendedToolField,
  hasAgentField,
  hasOwnField,
  isSpecific,
  isText,
} from '../../scripts/input-fields.ts'
import { type AgentUse, agentUsesOf, ownEvents } from '../../scripts/replies.ts'

export const unknownInputField: Rule = {
  code: 'unknown-input-field',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const script = scriptEvents(code)
    const seen = new Set<string>()
    return code.reading.inputs.flatMap((read) => {
      const problem = checkRead(read, script) ?? checkQuoted(read, script)
      const key = read.path.join('.')
      if (problem === undefined || seen.has(key)) return []
      seen.add(key)
      return [{ at: code.at(read.offset), ...problem }]
    })
  },
}

/** The events for which a script runs, and all the fields that it reads. */
interface ScriptEvents {
  readonly own: readonly EventName[]
  readonly theirs: readonly AgentUse[]
  /** The script reads the name of the event, so it may also serve other events. */
  readonly dispatches: boolean
  readonly reads: ReadonlySet<string>
  readonly all: readonly InputRead[]
}

const scriptEvents = (code: CodeContext): ScriptEvents => ({
  own: ownEvents(code),
  theirs: agentUsesOf(code),
  dispatches: code.reading.inputs.some(({ path }) => path[0] === 'hook_event_name'),
  reads: new Set(code.reading.inputs.map(({ path }) => path.join('.'))),
  all: code.reading.inputs,
})

function checkRead(
  read: InputRead,
  script: ScriptEvents,
): Pick<RuleFinding, 'message' | 'hint' | 'severity'> | undefined {
  const [name = '', inner] = read.path
  if (read.fallbacks.some((path) => isKnown(path, script))) return undefined
  if (isKnown(read.path, script))
    return inner === undefined || inner === '' ? undefined : checkInside(read, inner, script)
  if (read.anywhere === true && findIntendedToolField(name) === undefined && existsSomewhere(name)) return undefined
  const events = allEvents(script)
  const [event] = events
  if (event === undefined || name === '') return undefined
  const right = intendedField(read.path, script)
  // A script for several agents may read the right field as well.
  if (right !== undefined && script.reads.has(right)) return undefined
  if (existsSomewhere(name) && (script.dispatches || readsOwn(script))) return undefined
  const message = `${joinEvents(events)} has no field \`${read.path.join('.')}\`, so it is always empty`
  const hint = right === undefined ? `docs/events.md lists the fields of ${event}.` : `Read \`${right}\`.`
  return { message, hint, ...(right === undefined && !existsSomewhere(name) ? { severity: 'note' as const } : {}) }
}

/** Reports `x=$(jq .command)`: the value keeps its quotation marks, so comparisons with it fail. */
function checkQuoted(
  { asJson, path }: InputRead,
  script: ScriptEvents,
): Pick<RuleFinding, 'message' | 'hint'> | undefined {
  const [name = '', inner] = path
  const isString =
    inner === undefined
      ? allEvents(script).some((event) => isText(event, name))
      : /^(command|file_path|path|content)$/.test(inner)
  if (asJson !== true || !isString) return undefined
  return {
    message: `jq without -r keeps the quotation marks of \`${path.join('.')}\`, so comparisons with the value fail`,
    hint: 'Write jq -r.',
  }
}

const allEvents = ({ own, theirs }: Pick<ScriptEvents, 'own' | 'theirs'>): readonly EventName[] => [
  ...own,
  ...theirs.map(({ event }) => event),
]
const joinEvents = (events: readonly EventName[]): string => [...new Set(events)].join(', ')

const isKnown = ([name = '']: readonly string[], { own, theirs }: ScriptEvents): boolean =>
  own.some((event) => hasOwnField(event, name)) || theirs.some(({ agent, event }) => hasAgentField(agent, event, name))

const readsOwn = ({ own, theirs, all }: ScriptEvents): boolean =>
  all.some(
    ({ path: [name = ''] }) =>
      allEvents({ own, theirs }).some((event) => isSpecific(event, name)) &&
      own.some((event) => hasOwnField(event, name)),
  )

/** The field that was probably intended, such as `command` for `tool_input.command`. */
function intendedField([name = '', inner]: readonly string[], { own, theirs }: ScriptEvents): string | undefined {
  const wrapped = /^(tool_input|toolInput|input|params|args)$/.test(name) && inner !== undefined ? inner : undefined
  for (const event of own) {
    if (wrapped !== undefined && isSpecific(event, wrapped)) return wrapped
    const found = findIntendedField(event, name)
    if (found !== undefined) return found
  }
  for (const { agent, event } of theirs) {
    const found = findIntendedField(event, name, agent)
    if (found !== undefined) return found
    if (
      hasAgentField(agent, event, 'tool_input') &&
      (findIntendedToolField(name) !== undefined || /^(command|file_path|content)$/.test(name))
    )
      return `tool_input.${findIntendedToolField(name) ?? name}`
  }
  return undefined
}

/** Reports `edits[0].filePath`: the list contains the changes, and the path is a field of the event. */
function checkElement([list = '', , field = '']: readonly string[]): Pick<RuleFinding, 'message' | 'hint'> | undefined {
  if (list !== 'edits' || !/^(?:file|path|file_?name|file_?path|uri|target_?file|absolute_?path)$/i.test(field))
    return undefined
  return {
    message: `an element of \`edits\` has no field \`${field}\`, so it is always empty`,
    hint: 'Read `file_path` of the event.',
  }
}

function checkInside(
  { path }: InputRead,
  inner: string,
  { own, theirs, reads, all }: ScriptEvents,
): Pick<RuleFinding, 'message' | 'hint' | 'severity'> | undefined {
  const [name = ''] = path
  if (inner === ELEMENT) return checkElement(path)
  if (theirs.length === 0 && own.length > 0 && own.every((event) => isText(event, name)))
    return {
      message: `\`${name}\` of ${joinEvents(own)} is text, so \`${path.join('.')}\` is always empty`,
      hint: `Parse \`${name}\` as JSON first.`,
    }
  const right =
    name === 'tool_input' && !all.some(({ path: other }) => /mcp/i.test(other.join()))
      ? findIntendedToolField(inner)
      : undefined
  if (right === undefined || reads.has(`${name}.${right}`)) return undefined
  return {
    message: `no tool has an input \`${inner}\`, so \`${path.join('.')}\` is always empty`,
    hint: `Read \`${name}.${right}\`.`,
  }
}
