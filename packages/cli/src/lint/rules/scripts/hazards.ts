/** What goes wrong only when the script runs: text of the event in a shell, no end, a person to wait for, an early end. */
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
    message: `text of the event becomes shell text here (${name}): a blank breaks it, and \`;\` or \`$( )\` in it runs as a command`,
    hint: 'Give the program its arguments as a list or as "$1", without a shell.',
  })),
  ruleFor('never-ends', 'never-ends', ({ name }) => ({
    message: `\`${name}\` does not end by itself: the agent waits for the hook until its timeout`,
    hint: 'Start it outside of hooks, or in the background with its output sent to a file.',
  })),
  ruleFor('waits-for-person', 'waits-for-person', ({ name }) => ({
    message: `${name} waits for a person, and a hook has none: stdin holds the event, and there is no terminal`,
    hint: 'Answer {"permission":"ask"} where the event can ask, or refuse with a message.',
  })),
  ruleFor(
    'always-allows',
    'swallowed-exit',
    () => ({
      message:
        'this handler also catches the SystemExit of the refusal above: the script goes on, and the action with it',
      hint: 'Write `except Exception:`, which lets sys.exit() through.',
    }),
    guards,
  ),
  ruleFor('always-allows', 'early-exit', () => ({
    message: 'the process ends here before the callback has run: the answer in it is never printed',
    hint: 'Leave this call out, or end the process inside the callback.',
  })),
  ruleFor(
    'always-allows',
    'wrong-parser',
    ({ name = '' }) => ({
      message: `${name} ${name === 'json.load' ? 'takes a file and gets text' : 'takes text and gets a stream'}: it fails for every event, and the check behind it never runs`,
      hint: parserHints[name] ?? 'Give it what it takes.',
    }),
    guards,
  ),
  ruleFor(
    'lost-in-subshell',
    'captured-exit',
    ({ name }) => ({
      message: `\`exit 2\` in ${name} ends only \`$( )\`: the script goes on, and the refusal is lost`,
      hint: `Write x=$(${name}) || exit $?, or call ${name} without $( ).`,
    }),
    guards,
  ),
  ruleFor(
    'deny-without-message',
    'handed-on-exit',
    ({ name }) => ({
      message: `${name} ends with 2 when it cannot read its file, and the script hands that on: everything is refused without a message`,
      hint: 'Test that the file exists first, and give a reason for each code above 1.',
    }),
    guards,
  ),
  ruleFor('never-true', 'quoted-regex', ({ name }) => ({
    message: `in quotation marks ${JSON.stringify(name)} is plain text for =~, not an expression: it does not match what was meant`,
    hint: 'Put the expression into a variable, and write [[ $x =~ $pattern ]] without quotation marks.',
  })),
  ruleFor('ends-early', 'ends-early', ({ name }) => ({
    message: `with \`set -e\` the script ends here when ${name} finds nothing: it fails with exit code 1 instead of answering`,
    hint: `Ask it in an if, or write ${name} … || true.`,
  })),
  ruleFor(
    'path-prefix',
    'path-prefix',
    () => ({
      message: 'a comparison of the beginning of a path also fits `/dir-other` and `/dir/../elsewhere`',
      hint: 'Resolve the path first (realpath), and compare with the directory and a slash behind it.',
    }),
    guards,
  ),
  ruleFor('payload-leaves', 'payload-leaves', ({ name = '' }) => ({
    message: name.startsWith('/')
      ? `the whole event is written to ${name}, which every user of the machine can read`
      : `the event is sent to another machine here (${name}): it may hold prompts, file contents and secrets`,
    hint: name.startsWith('/')
      ? 'Write to a directory of your own, with mode 700.'
      : 'Send the fields that you need, and no others.',
  })),
]
