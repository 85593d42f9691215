/** Reports a refusal without a reason. */
import { eventRows } from '@hookline/core/protocol'
import type { ReplyField } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { allFields, messageFields, repliesOf, verdictsIn } from '../../scripts/replies.ts'

export const denyWithoutMessage: Rule = {
  code: 'deny-without-message',
  checks: 'code',
  find: (code): readonly RuleFinding[] => (takesMessage(code) ? [...inReplies(code), ...byExit(code)] : []),
}

/** True if at least one of its events can show a message with a refusal. */
const takesMessage = ({ contexts }: CodeContext): boolean =>
  contexts.some(({ entry, agent }) => {
    const row = eventRows[entry.event]
    return row.gate.kind !== 'none' && (agent !== undefined || row.reply.includes('user_message'))
  })

function inReplies(code: CodeContext): readonly RuleFinding[] {
  const { setLater } = code.reading
  if ([...setLater].some((name) => messageFields.has(name)) || /\.update\(|Object\.assign/.test(code.text)) return []
  return repliesOf(code).flatMap((reply) => {
    const no = verdictsIn(reply).find(({ name, values }) =>
      values.some((value) => (name === 'continue' ? value === 'false' : /^(deny|block)$/.test(value))),
    )
    if (no === undefined || reply.open || allFields(reply).some(hasMessage)) return []
    const word = no.values.find((value) => /^(deny|block|false)$/.test(value))
    return [
      {
        at: code.at(no.offset),
        message: `\`${no.name}\` ${JSON.stringify(word)} without a message: neither the user nor the model learns why`,
        hint: 'Add user_message for the user and agent_message for the model.',
      },
    ]
  })
}

/** An empty text does not count as a message. */
const hasMessage = ({ name, values, dynamic }: ReplyField): boolean =>
  messageFields.has(name) && (dynamic || values.length === 0 || values.some((value) => value.trim() !== ''))

function byExit(code: CodeContext): readonly RuleFinding[] {
  const { exits, outputs, opaque } = code.reading
  if (opaque) return []
  const nothing = outputs.every(({ to }) => to === 'elsewhere')
  const titles = code.contexts.map(({ agent }) => agent?.title)
  const title = titles.includes(undefined) ? undefined : titles[0]
  const onlyStdout = !nothing && outputs.every(({ to }) => to !== 'stderr')
  return exits
    .filter(
      ({ code: number, printsNothing, onStdoutOnly }) =>
        number === 2 && ((printsNothing ?? nothing) || (title !== undefined && (onStdoutOnly ?? onlyStdout))),
    )
    .map(({ offset, printsNothing }) => ({
      at: code.at(offset),
      message:
        (printsNothing ?? nothing)
          ? 'exit code 2 refuses without a message: neither the user nor the model learns why'
          : `exit code 2 refuses, but the reason goes to stdout and ${title} shows only stderr`,
      hint: 'Print the reason to stderr first: echo "…" >&2',
    }))
}
