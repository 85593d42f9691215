/** A gate whose script has no way to refuse. */
import type { CodeContext } from '../../context/context.ts'
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import {
  allFields,
  messageFields,
  repliesOf,
  saysNo,
  saysYes,
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
      ({ to, reply }) => to === 'stdout' && reply !== undefined && verdictsIn(reply).some(saysYes),
    )
    const guard = isGuard(code)
    if (doesMore(code)) return []
    if (yes === undefined && !(guard && code.script !== undefined)) return []
    const { readsStdin } = code.reading
    const message = `nothing in it can refuse${readsStdin ? '' : ', and it never reads the event'}: ${yes === undefined ? 'every action goes ahead' : 'it answers allow to everything'}`
    return [
      {
        at: code.at(yes?.offset ?? 0),
        message,
        hint: 'Add the deny that is missing, or use an event that only observes.',
        // A hook that only logs may stand at a gate on purpose.
        severity: guard || !readsStdin ? 'warning' : 'note',
      },
    ]
  },
}

/** `guard.sh &`: the shell ends at once with 0, and the answer of the script comes too late. */
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
        message: '`&` starts the hook in the background: the command ends at once, and the answer never counts',
        hint: 'Leave out the `&`; a gate has to wait for its answer.',
      },
    ]
  },
}

/** It is there for something else: context, variables, a rewrite. */
const doesMore = (code: CodeContext): boolean =>
  repliesOf(code)
    .flatMap(allFields)
    .some(
      ({ name }) =>
        !verdictFields.has(name) && !messageFields.has(name) && !/^hook(SpecificOutput|EventName)$/.test(name),
    )

function mayRefuse(code: CodeContext): boolean {
  const { reading } = code
  const { outputs, exits, opaque, setLater, texts } = reading
  return (
    opaque ||
    outputs.some(({ to, form }) => to === 'stdout' && (form === 'other' || form === 'object' || form === 'wrapped')) ||
    exits.some((exit) => exit.code !== 0) ||
    [...setLater].some((name) => verdictFields.has(name)) ||
    repliesOf(code).some((reply) => reply.open || verdictsIn(reply).some((field) => field.dynamic || saysNo(field))) ||
    outputs.some(
      ({ to, form, reply, text = '' }) =>
        to === 'stdout' && ((form === 'json' && reply === undefined) || /"(deny|block|ask)"|:\s*false/.test(text)),
    ) ||
    texts.some(({ text }) => /^(deny|block|ask)$/.test(text) || /["'](deny|block|ask)["']/.test(text))
  )
}

const isGuard = ({ contexts, script, text }: CodeContext): boolean =>
  contexts.some(({ entry }) => entry.failClosed === true && isGate(entry.event)) ||
  (script !== undefined && (guards.test(script.path.split(/[\\/]/).at(-1) ?? '') || saysItGuards(text)))

/** What the first comment of the script says it is for. */
const saysItGuards = (text: string): boolean =>
  /^\s*(?:#|\/\/|\*|"""|''').*\b(block|den(y|ies)|refuse|prevent|forbid|protect|guard|reject)/im.test(
    text.split('\n').slice(0, 8).join('\n'),
  )
