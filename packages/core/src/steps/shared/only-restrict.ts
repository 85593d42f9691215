/**
 * What counts of the answer of a hook of an untrusted workspace: a refusal or a question, and nothing else (CONTRACT §4). The person
 * reads its text as that of an untrusted workspace. The model reads a sentence of Hookline's own: the workspace must not put text
 * into its context.
 */
import type { Entry, Outcome, Reply } from '../../flow.ts'
import { shortLine } from '../../short-line.ts'

/** All that the model gets to know. */
export const restrictedText =
  'A rule of this workspace stops this. Only the user can see its text, because the user has not trusted the workspace.'

interface Meaning {
  readonly outcome: Outcome
  readonly notes: readonly string[]
}

export function onlyRestrict(entry: Entry, { outcome, notes }: Meaning): Meaning {
  const kept = restrictOutcome(entry, outcome)
  const dropped = droppedFields(outcome).map((field) => `untrusted-ignored:${field}`)
  return { outcome: kept, notes: [...notes, ...(kept.kind === 'silent' ? [] : ['only-restricts']), ...dropped] }
}

function restrictOutcome(entry: Entry, outcome: Outcome): Outcome {
  if (outcome.kind === 'silent') return outcome
  if (outcome.verdict !== 'deny' && outcome.verdict !== 'ask')
    return outcome.kind === 'failed' ? withoutReply(outcome) : { kind: 'silent' }
  const reply = messagesFor(entry, outcome.reply)
  // A failure that closes the gate has a sentence of its own for each reader.
  if (outcome.kind === 'failed') return outcome.read === true ? { ...outcome, reply } : withoutReply(outcome)
  return outcome.kind === 'blocked' ? { ...outcome, reply } : { ...outcome, verdict: outcome.verdict, reply }
}

function withoutReply({ reply: _, ...outcome }: Extract<Outcome, { kind: 'failed' }>): Outcome {
  return outcome
}

const messagesFor = (entry: Entry, reply: Reply | undefined): Reply => ({
  user_message: `From the untrusted workspace ${shortLine(entry.origin.root ?? entry.cwd)}: ${shortLine(reply?.user_message ?? reply?.agent_message ?? entry.label)}`,
  agent_message: restrictedText,
})

const messages: ReadonlySet<string> = new Set(['permission', 'continue', 'user_message', 'agent_message'])

/** What the hook answered beside a refusal, a question and their texts. */
function droppedFields(outcome: Outcome): readonly string[] {
  if (outcome.kind === 'silent') return []
  const fields = Object.keys(outcome.reply ?? {}).filter((field) => !messages.has(field))
  return outcome.kind === 'replied' && outcome.verdict === 'allow' ? ['allow', ...fields] : fields
}
