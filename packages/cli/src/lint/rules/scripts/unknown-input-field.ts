/** A field that a script reads and its event does not have. */
import type { EventName } from '@hookline/core/node'
import { ELEMENT, type InputRead } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import {
  existsSomewhere,
  hasAgentField,
  hasOwnField,
  isSpecific,
  isText,
  meant,
  meantInTool,
} from '../../scripts/input-fields.ts'
import { type AgentUse, agentUsesOf, ownEvents } from '../../scripts/replies.ts'

export const unknownInputField: Rule = {
  code: 'unknown-input-field',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const asked = askedOf(code)
    const seen = new Set<string>()
    return code.reading.inputs.flatMap((read) => {
      const told = judged(read, asked) ?? quoted(read, asked)
      const key = read.path.join('.')
      if (told === undefined || seen.has(key)) return []
      seen.add(key)
      return [{ at: code.at(read.offset), ...told }]
    })
  },
}

/** What the script is asked by: its events, and what it reads otherwise. */
interface Asked {
  readonly own: readonly EventName[]
  readonly theirs: readonly AgentUse[]
  /** It asks for the name of the event, so it may be made for others too. */
  readonly dispatches: boolean
  readonly reads: ReadonlySet<string>
  readonly all: readonly InputRead[]
}

const askedOf = (code: CodeContext): Asked => ({
  own: ownEvents(code),
  theirs: agentUsesOf(code),
  dispatches: code.reading.inputs.some(({ path }) => path[0] === 'hook_event_name'),
  reads: new Set(code.reading.inputs.map(({ path }) => path.join('.'))),
  all: code.reading.inputs,
})

function judged(read: InputRead, asked: Asked): Pick<RuleFinding, 'message' | 'hint' | 'severity'> | undefined {
  const [name = '', inner] = read.path
  if (read.instead.some((path) => isKnown(path, asked))) return undefined
  if (isKnown(read.path, asked))
    return inner === undefined || inner === '' ? undefined : judgedInside(read, inner, asked)
  if (read.anywhere === true && meantInTool(name) === undefined && existsSomewhere(name)) return undefined
  const events = allEvents(asked)
  const [event] = events
  if (event === undefined || name === '') return undefined
  const right = meantBy(read.path, asked)
  // A script for several agents reads the right field as well.
  if (right !== undefined && asked.reads.has(right)) return undefined
  if (existsSomewhere(name) && (asked.dispatches || readsOwn(asked))) return undefined
  const message = `${listed(events)} has no field \`${read.path.join('.')}\`: it is always empty`
  const hint = right === undefined ? `docs/events.md lists the fields of ${event}.` : `Read \`${right}\`.`
  return { message, hint, ...(right === undefined && !existsSomewhere(name) ? { severity: 'note' as const } : {}) }
}

/** `x=$(jq .command)`: the value keeps its quotation marks, and equals nothing that it is compared with. */
function quoted({ asJson, path }: InputRead, asked: Asked): Pick<RuleFinding, 'message' | 'hint'> | undefined {
  const [name = '', inner] = path
  const isString =
    inner === undefined
      ? allEvents(asked).some((event) => isText(event, name))
      : /^(command|file_path|path|content)$/.test(inner)
  if (asJson !== true || !isString) return undefined
  return {
    message: `without -r jq keeps the quotation marks of \`${path.join('.')}\`: the value is never what it is compared with`,
    hint: 'Write jq -r.',
  }
}

const allEvents = ({ own, theirs }: Pick<Asked, 'own' | 'theirs'>): readonly EventName[] => [
  ...own,
  ...theirs.map(({ event }) => event),
]
const listed = (events: readonly EventName[]): string => [...new Set(events)].join(', ')

const isKnown = ([name = '']: readonly string[], { own, theirs }: Asked): boolean =>
  own.some((event) => hasOwnField(event, name)) || theirs.some(({ agent, event }) => hasAgentField(agent, event, name))

const readsOwn = ({ own, theirs, all }: Asked): boolean =>
  all.some(
    ({ path: [name = ''] }) =>
      allEvents({ own, theirs }).some((event) => isSpecific(event, name)) &&
      own.some((event) => hasOwnField(event, name)),
  )

/** `tool_input.command` where the event has `command` itself. */
function meantBy([name = '', inner]: readonly string[], { own, theirs }: Asked): string | undefined {
  const wrapped = /^(tool_input|toolInput|input|params|args)$/.test(name) && inner !== undefined ? inner : undefined
  for (const event of own) {
    if (wrapped !== undefined && isSpecific(event, wrapped)) return wrapped
    const found = meant(event, name)
    if (found !== undefined) return found
  }
  for (const { agent, event } of theirs) {
    const found = meant(event, name, agent)
    if (found !== undefined) return found
    if (
      hasAgentField(agent, event, 'tool_input') &&
      (meantInTool(name) !== undefined || /^(command|file_path|content)$/.test(name))
    )
      return `tool_input.${meantInTool(name) ?? name}`
  }
  return undefined
}

/** `edits[0].filePath`: what was changed stands there, and the path stands beside the list. */
function judgedElement([list = '', , field = '']: readonly string[]):
  | Pick<RuleFinding, 'message' | 'hint'>
  | undefined {
  if (list !== 'edits' || !/^(?:file|path|file_?name|file_?path|uri|target_?file|absolute_?path)$/i.test(field))
    return undefined
  return {
    message: `an element of \`edits\` has no field \`${field}\`: it is always empty`,
    hint: 'Read `file_path`, which stands beside `edits`.',
  }
}

function judgedInside(
  { path }: InputRead,
  inner: string,
  { own, theirs, reads, all }: Asked,
): Pick<RuleFinding, 'message' | 'hint' | 'severity'> | undefined {
  const [name = ''] = path
  if (inner === ELEMENT) return judgedElement(path)
  if (theirs.length === 0 && own.length > 0 && own.every((event) => isText(event, name)))
    return {
      message: `\`${name}\` of ${listed(own)} is text: \`${path.join('.')}\` is always empty`,
      hint: `Parse \`${name}\` as JSON first.`,
    }
  const right =
    name === 'tool_input' && !all.some(({ path: other }) => /mcp/i.test(other.join())) ? meantInTool(inner) : undefined
  if (right === undefined || reads.has(`${name}.${right}`)) return undefined
  return {
    message: `no tool has an input \`${inner}\`: \`${path.join('.')}\` is always empty`,
    hint: `Read \`${name}.${right}\`.`,
  }
}
