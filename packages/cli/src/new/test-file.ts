/** The test beside a new hook: one case for the usual answer, one for the other. */

import { dirname, posix } from 'node:path'
import { editions } from '@hookline/core'
import { answeredAgents } from '@hookline/core/agents'
import { gateOf } from '@hookline/core/node'
import type { EventName, EventRow, JsonObject } from '@hookline/core/protocol'
import { Document } from 'yaml'
import { forbidden, type Model } from './model.ts'

type Case = JsonObject

export function testFile(model: Model, file: string, matcher: string | undefined): string {
  const document = new Document({ hook: `./${file}`, cases: casesOf(model, matcher) })
  document.commentBefore = [
    ' Run it: hookline test',
    ' A case may also have files, env and edition; want also user_message, agent_message, context, follow_up, files, failed.',
  ].join('\n')
  return document.toString({ lineWidth: 0 })
}

function casesOf(model: Model, matcher: string | undefined): readonly Case[] {
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
        ...untold,
      },
    ]
  return [{ name: 'runs', event, input: {}, want: { ...wantOf(model), failed: false } }]
}

/** Agents that do not tell their hooks how the run ended. */
const silentAgents = answeredAgents.filter(
  ({ fields }) => fields !== undefined && fields.events.stop?.has('status') !== true,
)
const untold = { differs: Object.fromEntries(silentAgents.map(({ name }) => [name, 'follow-up'])) }

const wantOf = ({ usual }: Model): Case =>
  typeof usual.additional_context === 'string' ? { context: { contains: 'A note from a hook' } } : { verdict: 'allow' }

function gateCases({ event, row, field = '' }: Model, matcher: string | undefined): readonly Case[] {
  const sample = row.sample('<root>') as JsonObject
  const meets = (value: string): boolean => {
    const subjects = row.subject?.({ ...sample, [field]: value }, (path) => path)
    return matcher === undefined || subjects === undefined || subjects.some((one) => matches(matcher, one))
  }
  const candidates = [String(sample[field]), ...(matcher?.split('|') ?? []), matcher ?? '']
  const usual = candidates.find((value) => value !== '' && meets(value) && meets(withWord(value)))
  const skip = usual === undefined ? { skip: 'write an input here that the matcher matches' } : {}
  const value = usual ?? String(sample[field])
  return [
    { name: 'lets the usual pass', event, input: { [field]: value }, want: { verdict: 'allow' }, ...skip },
    {
      name: 'refuses what is forbidden',
      event,
      input: { [field]: withWord(value) },
      want: { verdict: 'deny' },
      ...ungated(event, row),
      ...skip,
    },
  ]
}

/** Versions in which this event refuses nothing. */
function ungated(event: EventName, row: EventRow): Case {
  const names = Object.entries(editions)
    .filter(([, edition]) => edition.events.has(event) && gateOf(edition, event, row.gate).kind === 'none')
    .map(([name]) => [name, 'allow'])
  return names.length === 0 ? {} : { differs: Object.fromEntries(names) }
}

/** A matcher that is no expression is refused elsewhere, with a better message. */
function matches(matcher: string, subject: string | null | undefined): boolean {
  try {
    return typeof subject === 'string' && (matcher === '*' || new RegExp(matcher).test(subject))
  } catch {
    return false
  }
}

/** The forbidden word in it: as another file where it is a path, else at the end. */
const withWord = (value: string): string =>
  value.startsWith('<root>/')
    ? posix.join(dirname(value), `${forbidden}${posix.extname(value)}`)
    : `${value} ${forbidden}`
