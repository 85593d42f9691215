/** Reports a reply in a format or on a stream that no agent reads. */
import type { Output } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { agentEventsOf, failsOpen, isRefusal, isReply, repliesOf, verdictsIn } from '../../scripts/replies.ts'

export const replyUnreadable: Rule = {
  code: 'reply-unreadable',
  checks: 'code',
  find: (code): readonly RuleFinding[] =>
    code.reading.outputs
      .filter((output) => output.to === 'stdout' && (isUnreadable(output) || isPlainVerdict(output, code)))
      .map(({ offset, form }) => ({ at: code.at(offset), ...explainUnreadable(form, code) })),
}

const isUnreadable = (output: Output): boolean =>
  ((output.form === 'object' || output.form === 'wrapped') && isReply(output)) || isBrokenJson(output)

/** A text that is nearly JSON: it has a comma before the closing brace, or Python's `True`, `False` or `None`. */
function isBrokenJson(output: Output): boolean {
  const { form, text = '' } = output
  if (form !== 'json' || !isReply(output) || !/^\s*\{[\s\S]*\}\s*$/.test(text) || text.includes('\uFFFC')) return false
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  return (
    /,\s*[}\]]|:\s*(?:True|False|None|undefined)\b/.test(bare) &&
    /^[\s{}[\]:,"\w.-]*$/.test(bare) &&
    bare.includes('""')
  )
}

/** `permission: deny` as plain text. */
const isPlainVerdict = ({ form, text = '' }: Output, code: CodeContext): boolean =>
  form === 'text' &&
  code.contexts.some(({ entry }) => isGate(entry.event)) &&
  /^\s*["']?(?:permission|decision)["']?\s*[:=]\s*["']?(?:deny|allow|ask|block|\uFFFC)/i.test(text)

function explainUnreadable(form: Output['form'], code: CodeContext): Pick<RuleFinding, 'message' | 'hint'> {
  if (form === 'wrapped')
    return {
      message: 'the reply is inside a list or a JSON string, so agents cannot read it as an object',
      hint: 'Print the object itself, converted to JSON once.',
    }
  const language = code.script?.language ?? 'sh'
  if (/^(sh|bash|zsh|dash|ksh)$/.test(language) && !isPython(code))
    return {
      message: 'the reply is not valid JSON: its keys and values need double quotes',
      hint: `Write '{"permission":"deny","user_message":"…"}' in single quotes, or use jq -n.`,
    }
  return {
    message: "the reply is printed in the language's own object notation, which is not JSON, so agents cannot read it",
    hint: isPython(code)
      ? 'Write print(json.dumps(reply)).'
      : (asJson[language] ?? 'Write console.log(JSON.stringify(reply)).'),
  }
}

/** How languages print an object as JSON. */
const asJson: Readonly<Record<string, string>> = {
  ruby: 'Write puts reply.to_json.',
  pwsh: 'Write $reply | ConvertTo-Json -Compress.',
  powershell: 'Write $reply | ConvertTo-Json -Compress.',
}

const isPython = ({ script, text }: CodeContext): boolean => script?.language === 'python' || /\bpython/.test(text)

export const replyToStderr: Rule = {
  code: 'reply-to-stderr',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const { outputs, exits } = code.reading
    if (exits.some((exit) => exit.code === 2 || exit.code === undefined)) return []
    const noReply = hasNoReply(code)
    // An allow on stdout does not replace a refusal that no agent reads.
    if (!noReply && mayRefuseOnStdout(code)) return []
    return outputs
      .filter((output) => output.to === 'stderr' && output.form === 'json' && isReply(output))
      .filter(({ reply }) => noReply || (reply !== undefined && verdictsIn(reply).some(isRefusal)))
      .map(({ offset }) => ({
        at: code.at(offset),
        message: 'the reply goes to stderr, where no agent reads it',
        hint: 'Print the JSON to stdout. stderr is for log lines, and for the reason with exit code 2.',
      }))
  },
}

const hasNoReply = ({ reading: { built, outputs } }: CodeContext): boolean =>
  built.length === 0 && !outputs.some((output) => output.to === 'stdout' && output.form !== 'text')

const mayRefuseOnStdout = (code: CodeContext): boolean =>
  code.reading.opaque ||
  code.reading.outputs.some(({ to, form, reply }) => to === 'stdout' && form !== 'text' && reply === undefined) ||
  repliesOf(code).some((reply) => reply.open || verdictsIn(reply).some((field) => field.dynamic || isRefusal(field)))

/** In an agent's own files plain text is fine at events that take it as context, but a JSON reply must be the only output. */
export const textBeforeReply: Rule = {
  code: 'text-before-reply',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const out = code.reading.outputs.filter(({ to }) => to === 'stdout')
    const reply = out.find((output) => output.form === 'json' && isReply(output))
    if (reply === undefined || code.script === undefined) return []
    return out
      .filter((output) => isLogLine(output) && (agentEventsOf(code).length === 0 || output.offset < lastReply(out)))
      .slice(0, 1)
      .map(({ offset }) => ({
        at: code.at(offset),
        message: 'this text goes to stdout together with the JSON reply, so other agents cannot parse the output',
        hint: 'Send it to stderr or to a file. stdout is for the reply alone.',
      }))
  },
}

/** A message, as opposed to a part of a JSON text that is printed piece by piece. */
const isLogLine = ({ form, by = '', text = '' }: Output): boolean =>
  (form === 'other' && chatty.has(by)) ||
  (form === 'text' && /^\s*(?:\[\s*[A-Za-z]|[^\s{}[\]",:\\%\uFFFC])/.test(text) && /[A-Za-z]{3}/.test(text))
/** Programs that print messages or results to stdout. */
const chatty = new Set(
  `npm npx yarn pnpm make cargo go pytest tsc eslint ruff mypy jest vitest terraform docker pip pip3 poetry uv bundle composer mvn gradle dotnet
  date ls whoami hostname uname env prettier black flake8 rubocop shellcheck tree df free nvm brew apt apt-get
  git:status git:log git:diff git:show git:branch git:pull git:push git:commit git:stash git:fetch`.split(/\s+/),
)

const lastReply = (out: readonly Output[]): number =>
  Math.max(...out.filter((output) => output.form === 'json' && isReply(output)).map(({ offset }) => offset))

export const replyNotFlushed: Rule = {
  code: 'reply-not-flushed',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const { outputs, exits } = code.reading
    const printed = outputs.filter((output) => output.to === 'stdout' && output.form !== 'text')
    if (printed.length === 0 || /flush/.test(code.text)) return []
    return exits
      .filter(({ hard, offset }) => hard === true && printed.some((output) => output.offset < offset))
      .map(({ offset }) => ({
        at: code.at(offset),
        message: 'the process ends here without flushing its output, so the reply is lost',
        hint: 'Call sys.stdout.flush() before it, or end with sys.exit().',
      }))
  },
}

const refusing =
  /\b(off[ -]limits|for people only|(?:needs?|requires?|without) (?:a )?(?:review|approval|permission)|only .{1,60} may|never (?:run|use|edit|touch|push)|block|deny|denied|denies|refus|forbid|forbidden|not allowed|prohibit|reject|disallow|dangerous|protected|must not|not permitted|cannot)/i

/** Reports a script that tries to refuse only with an exit code that means failure. */
export const exit1ToBlock: Rule = {
  code: 'exit-1-to-block',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const { outputs, exits, opaque } = code.reading
    if (opaque || !code.contexts.some(({ entry }) => isGate(entry.event)) || !failsOpen(code)) return []
    if (exits.some((exit) => exit.code === 2) || repliesOf(code).some((reply) => verdictsIn(reply).some(isRefusal)))
      return []
    const soundsLikeRefusal = readsEvent(code)
      ? (text: string) => !aboutItself.test(text)
      : (text: string) => refusing.test(text)
    return exits
      .filter((exit) => exit.code !== undefined && exit.code !== 0)
      .filter((exit) =>
        outputs.some(
          ({ text = '', offset, to }) =>
            offset <= exit.offset &&
            exit.offset - offset < NEAR &&
            !endsBetween(exits, offset, exit.offset) &&
            (refusing.test(text) || (to === 'stderr' && /[A-Za-z]{3}/.test(text) && soundsLikeRefusal(text))),
        ),
      )
      .map((exit) => ({
        at: code.at(exit.offset),
        message: `exit code ${exit.code} does not refuse: it means that the hook failed, so the action goes ahead`,
        hint: 'Exit with 2 and print the reason to stderr, or print the deny as JSON and exit with 0.',
      }))
  },
}

/** The script reads what the agent wants to do, so a message before a failing exit is probably about that. */
const readsEvent = ({ reading }: CodeContext): boolean =>
  reading.inputs.some(({ path }) =>
    path.some((name) => /^(command|file_path|path|content|prompt|tool_name|url|tool_input)$/.test(name)),
  )

/** Words in messages about a failure of the hook itself. */
const aboutItself =
  /\b(usage|install|not installed|not found|no such|missing|required?|requires|invalid|malformed|parse|could ?n[o']t|cannot read|unable|failed|failure|exception|error:? |timed? ?out|unavailable|unreachable|internal|warning|debug)\b|^\s*\uFFFC*\s*$/i

const endsBetween = (exits: CodeContext['reading']['exits'], from: number, to: number): boolean =>
  exits.some(({ offset }) => offset > from && offset < to)

/** The maximum number of characters between a message and the exit that belongs to it. */
const NEAR = 400
