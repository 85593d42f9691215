/** Reports what goes wrong only when the script runs: event text in a shell, no end, waiting for a person, an early end. */
import type { Flaw } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

type Explained = Pick<RuleFinding, 'message' | 'hint' | 'severity'>

function ruleFor(
  code: Rule['code'],
  kind: Flaw['kind'],
  explain: (flaw: Flaw, code: CodeContext) => Explained,
  applies: (code: CodeContext) => boolean = () => true,
): Rule {
  return {
    code,
    checks: 'code',
    find: (context) =>
      applies(context)
        ? context.reading.flaws
            .filter((flaw) => flaw.kind === kind)
            .map((flaw) => ({ at: context.at(flaw.offset), ...explain(flaw, context) }))
        : [],
  }
}

const guards = ({ contexts }: CodeContext): boolean => contexts.some(({ entry }) => isGate(entry.event))

const parserHints: Readonly<Record<string, string>> = {
  'json.load': 'Write json.load(sys.stdin), or json.loads(text).',
  'json.loads': 'Write json.load(sys.stdin), or json.loads(sys.stdin.read()).',
  'JSON.parse': "Write JSON.parse(fs.readFileSync(0, 'utf8')).",
}

export const hazards: readonly Rule[] = [
  ruleFor('payload-in-shell', 'payload-in-shell', ({ name }) => ({
    message: `text of the event becomes part of a shell command here (${name}): a space breaks it, and \`;\` or \`$( )\` in it runs as a command`,
    hint: 'Pass the arguments as a list or as "$1", without a shell.',
  })),
  ruleFor('never-ends', 'never-ends', ({ name }) => ({
    message: `\`${name}\` does not end by itself, so the agent waits until the hook times out`,
    hint: 'Start it outside of hooks, or in the background with its output redirected to a file.',
  })),
  ruleFor('waits-for-person', 'waits-for-person', ({ name }) => ({
    message: `${name} waits for a person, but a hook has no terminal, and its stdin is the event`,
    hint: 'Reply {"permission":"ask"} if the event can ask, or refuse with a message.',
  })),
  ruleFor(
    'always-allows',
    'swallowed-exit',
    () => ({
      message: 'this handler also catches the SystemExit of the refusal above, so the script and the action go ahead',
      hint: 'Write `except Exception:`, which lets sys.exit() through.',
    }),
    guards,
  ),
  ruleFor('always-allows', 'early-exit', () => ({
    message: 'the process ends here before the callback runs, so the callback never prints its reply',
    hint: 'Remove this call, or end the process inside the callback.',
  })),
  ruleFor(
    'always-allows',
    'wrong-parser',
    ({ name = '' }) => ({
      message: `${name} ${name === 'json.load' ? 'takes a file but gets text' : 'takes text but gets a stream'}, so it fails for every event and the check after it never runs`,
      hint: parserHints[name] ?? 'Pass an argument of the right type.',
    }),
    guards,
  ),
  ruleFor(
    'lost-in-subshell',
    'captured-exit',
    ({ name }) => ({
      message: `\`exit 2\` in ${name} ends only \`$( )\`; the script goes on, and the refusal is lost`,
      hint: `Write x=$(${name}) || exit $?, or call ${name} without $( ).`,
    }),
    guards,
  ),
  ruleFor(
    'deny-without-message',
    'handed-on-exit',
    ({ name }) => ({
      message: `${name} exits with 2 if it cannot read its file, and the script exits with the same code, which refuses everything without a message`,
      hint: 'Check first that the file exists, and print a reason for each exit code above 1.',
    }),
    guards,
  ),
  ruleFor('never-true', 'quoted-regex', ({ name }) => ({
    message: `=~ treats the quoted ${JSON.stringify(name)} as plain text, not as a regular expression, so it does not match what you expect`,
    hint: 'Put the expression into a variable, and write [[ $x =~ $pattern ]] without quotes.',
  })),
  ruleFor('ends-early', 'ends-early', ({ name }) => ({
    message: `with \`set -e\` the script ends here if ${name} finds nothing: it fails with exit code 1 instead of replying`,
    hint: `Use it in an if, or write ${name} … || true.`,
  })),
  ruleFor(
    'path-prefix',
    'path-prefix',
    () => ({
      message: 'this compares only the beginning of a path, so it also matches `/dir-other` and `/dir/../elsewhere`',
      hint: 'Resolve the path first (realpath), and compare with the directory followed by a slash.',
    }),
    guards,
  ),
  ruleFor('payload-leaves', 'payload-leaves', ({ name = '' }) => ({
    message: name.startsWith('/')
      ? `this writes the whole event to ${name}, which every user of the machine can read`
      : `this sends the event to another machine (${name}); it may contain prompts, file contents and secrets`,
    hint: name.startsWith('/')
      ? 'Write to a directory of your own with mode 700.'
      : 'Send only the fields that you need.',
  })),
]
