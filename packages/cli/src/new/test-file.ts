/** Makes the test beside a new hook: one case for the usual reply, one for the other. */

import { dirname, posix } from 'node:path'
import { editions } from '@hookline/core'
import { answeredAgents } from '@hookline/core/agents'
import { gateOf } from '@hookline/core/node'
import type { EventName, EventRow, JsonObject } from '@hookline/core/protocol'
import { Document } from 'yaml'
import { forbidden, type Model } from './model.ts'

type TestCase = JsonObject

/** A hook is named by its script, or by its name in hookline.json if it has none. */
type Tested = { readonly file: string } | { readonly name: string }

export function testFile(model: Model, tested: Tested, matcher: string | undefined): string {
  const hook = 'file' in tested ? `./${tested.file}` : tested.name
  const document = new Document({ hook, cases: casesOf(model, matcher) })
  document.commentBefore = [
    ' Run it: hookline test',
    ' A case can also have files, env and edition. want can also have user_message, agent_message, context, follow_up, files, failed.',
  ].join('\n')
  return document.toString({ lineWidth: 0 })
}

function casesOf(model: Model, matcher: string | undefined): readonly TestCase[] {
  const { event, kind } = model
  if (kind === 'refuses') return gateCases(model, matcher)
  if (kind === 'follows-up')
    return [
      {
        name: 'asks for one more round',
        event,
        input: { status: 'completed', loop_count: 0 },
        want: { follow_up: { contains: 'once more' } },
      },
      {
        name: 'asks only once',
        event,
        input: { status: 'completed', loop_count: 1 },
        want: { follow_up: null },
      },
      {
        name: 'leaves an aborted run alone',
        event,
        input: { status: 'aborted' },
        want: { follow_up: null },
        ...differsWithoutStatus,
      },
    ]
  return [{ name: 'runs', event, input: {}, want: { ...wantOf(model), failed: false } }]
}

/** Agents whose `stop` event does not say how the run ended. */
const agentsWithoutStatus = answeredAgents.filter(
  ({ fields }) => fields !== undefined && fields.events.stop?.has('status') !== true,
)
const differsWithoutStatus = { differs: Object.fromEntries(agentsWithoutStatus.map(({ name }) => [name, 'follow-up'])) }

const wantOf = ({ usual }: Model): TestCase =>
  typeof usual.additional_context === 'string' ? { context: { contains: 'A note from a hook' } } : { verdict: 'allow' }

function gateCases({ event, row, field = '' }: Model, matcher: string | undefined): readonly TestCase[] {
  const sample = row.sample('<root>') as JsonObject // Every input is a JSON object.
  const meets = (value: string): boolean => {
    const subjects = row.subject?.({ ...sample, [field]: value }, (path) => path)
    return matcher === undefined || subjects === undefined || subjects.some((one) => matches(matcher, one))
  }
  const candidates = [String(sample[field]), ...(matcher?.split('|') ?? []), matcher ?? '']
  const usual = candidates.find((value) => value !== '' && meets(value) && meets(addForbidden(value)))
  const skip = usual === undefined ? { skip: 'write an input here that the matcher matches' } : {}
  const value = usual ?? String(sample[field])
  return [
    { name: 'allows other input', event, input: { [field]: value }, want: { verdict: 'allow' }, ...skip },
    {
      name: 'denies forbidden input',
      event,
      input: { [field]: addForbidden(value) },
      want: { verdict: 'deny' },
      ...editionsWithoutGate(event, row),
      ...skip,
    },
  ]
}

/** Editions in which this event cannot deny. */
function editionsWithoutGate(event: EventName, row: EventRow): TestCase {
  const names = Object.entries(editions)
    .filter(([, edition]) => edition.events.has(event) && gateOf(edition, event, row.gate).kind === 'none')
    .map(([name]) => [name, 'allow'])
  return names.length === 0 ? {} : { differs: Object.fromEntries(names) }
}

/** A matcher that is not a valid expression is rejected elsewhere, with a better message. */
function matches(matcher: string, subject: string | null | undefined): boolean {
  try {
    return typeof subject === 'string' && (matcher === '*' || new RegExp(matcher).test(subject))
  } catch {
    return false
  }
}

/** Adds the forbidden word: as the file name if the value is a path, otherwise at the end. */
const addForbidden = (value: string): string =>
  value.startsWith('<root>/')
    ? posix.join(dirname(value), `${forbidden}${posix.extname(value)}`)
    : `${value} ${forbidden}`
