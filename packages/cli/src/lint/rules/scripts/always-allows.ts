/** Reports guards that cannot refuse. */
import type { CodeContext } from '../../context/context.ts'
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import {
  allFields,
  isApproval,
  isRefusal,
  messageFields,
  repliesOf,
  verdictFields,
  verdictsIn,
} from '../../scripts/replies.ts'

const guards = /guard|block|deny|secur|protect|prevent|forbid|danger|safe|polic|secret|approv|gate\b|restrict|refuse/i

export const alwaysAllows: Rule = {
  code: 'always-allows',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    if (!code.contexts.some(({ entry }) => isGate(entry.event)) || mayRefuse(code)) return []
    const yes = code.reading.outputs.find(
      ({ to, reply }) => to === 'stdout' && reply !== undefined && verdictsIn(reply).some(isApproval),
    )
    const guard = isGuard(code)
    if (hasOtherPurpose(code)) return []
    if (yes === undefined && !(guard && code.script !== undefined)) return []
    const { readsStdin } = code.reading
    const message = `this script never refuses${readsStdin ? '' : ' and never reads the event'}: ${yes === undefined ? 'every action goes ahead' : 'it always replies allow'}`
    return [
      {
        at: code.at(yes?.offset ?? 0),
        message,
        hint: 'Add the missing deny, or move the hook to an event that runs after the action.',
        // A hook that only logs may be at a gate on purpose.
        severity: guard || !readsStdin ? 'warning' : 'note',
      },
    ]
  },
}

/** Reports `guard.sh &`: the shell exits with 0 at once, and the reply of the script comes too late. */
export const answersInBackground: Rule = {
  code: 'always-allows',
  checks: 'entry',
  find({ command, entry: { event, args }, scripts }): readonly RuleFinding[] {
    if (command === undefined || args !== undefined || !isGate(event) || scripts.length === 0) return []
    const found = /(?<![&>|<])&(?![&>\d])\s*(?:disown\b[^;&|]*|(?:;\s*)?(?:exit 0|true)|\))?[\s;"']*$/.exec(
      command.text,
    )
    if (found === null) return []
    return [
      {
        at: command.at(found.index),
        message: '`&` starts the hook in the background: the command ends at once, so the reply is never read',
        hint: 'Remove the `&`, so that the agent waits for the reply.',
      },
    ]
  },
}

/** The hook has another purpose: it adds context, sets variables or rewrites the input. */
const hasOtherPurpose = (code: CodeContext): boolean =>
  repliesOf(code)
    .flatMap(allFields)
    .some(
      ({ name }) =>
        !verdictFields.has(name) && !messageFields.has(name) && !/^hook(SpecificOutput|EventName)$/.test(name),
    )

function mayRefuse(code: CodeContext): boolean {
  const { reading } = code
  const { outputs, exits, opaque, setLater, strings } = reading
  return (
    opaque ||
    outputs.some(({ to, form }) => to === 'stdout' && (form === 'other' || form === 'object' || form === 'wrapped')) ||
    exits.some((exit) => exit.code !== 0) ||
    [...setLater].some((name) => verdictFields.has(name)) ||
    repliesOf(code).some(
      (reply) => reply.open || verdictsIn(reply).some((field) => field.dynamic || isRefusal(field)),
    ) ||
    outputs.some(
      ({ to, form, reply, text = '' }) =>
        to === 'stdout' && ((form === 'json' && reply === undefined) || /"(deny|block|ask)"|:\s*false/.test(text)),
    ) ||
    strings.some(({ text }) => /^(deny|block|ask)$/.test(text) || /["'](deny|block|ask)["']/.test(text))
  )
}

const isGuard = ({ contexts, script, text }: CodeContext): boolean =>
  contexts.some(({ entry }) => entry.failClosed === true && isGate(entry.event)) ||
  (script !== undefined && (guards.test(script.path.split(/[\\/]/).at(-1) ?? '') || saysItGuards(text)))

/** True if the first lines of the script have a comment that says it is a guard. */
const saysItGuards = (text: string): boolean =>
  /^\s*(?:#|\/\/|\*|"""|''').*\b(block|den(y|ies)|refuse|prevent|forbid|protect|guard|reject)/im.test(
    text.split('\n').slice(0, 8).join('\n'),
  )
