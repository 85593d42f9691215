/** The closed list of problem codes. A code never changes, and each has a paragraph in `docs/problems.md`. */
import { type ProblemCode, problemLevels } from './problem-levels.ts'

export interface ProblemRow {
  /** The usual level; a single finding may differ. */
  readonly level: 'error' | 'warning' | 'note'
  readonly summary: string
  /** What happens because of it, for the author of the file. */
  readonly why: string
  /** What the author should do. */
  readonly fix: string
  /** Whether `hookline check --fix` fixes it, at least if only one fix is possible. */
  readonly fixable: boolean
  /** Something is written that has no effect: a key, a setting, a condition. A team cannot publish it. */
  readonly withoutEffect: boolean
}

type Row = readonly [summary: string, why: string, fix: string, ...marks: ('fixable' | 'without effect')[]]

const unused = 'No hook of the file runs.'
const dropped = 'The entry does not run; the rest of the file works.'

const file = {
  'file-unreadable': ['The file exists but cannot be read.', unused, 'Give your user permission to read it.'],
  'not-a-file': ['The path of a hooks file is not a regular file.', unused, 'Put a regular file there.'],
  'misplaced-file': [
    'A file with hooks is at a path that no agent reads: `hooks.json` in the root, `.claude/hooks.json`, `.cursor/hook.json`.',
    unused,
    'Move it to `.cursor/hooks.json`, or its `hooks` into `.claude/settings.json`.',
  ],
  'too-large': ['The file is larger than 1 MiB.', unused, 'Move scripts and data out of it.'],
  encoding: ['The file is not UTF-8, or contains NUL bytes.', unused, 'Save it as UTF-8 text.'],
  syntax: [
    'The file is not JSON (comments and trailing commas are allowed).',
    unused,
    'Fix the JSON at the line in the message.',
  ],
  'too-deep': ['The JSON is nested deeper than 64 levels.', unused, 'Flatten it; hooks need four levels.'],
  'not-an-object': [
    'The file, or `hooks` in it, is not an object.',
    unused,
    'Write `{"version": 1, "hooks": {}}`.',
    'fixable',
  ],
  'over-limit': [
    'A hook file of a workspace has more than 1,000 hooks, more than 1,000 items in a list or keys in an object, or more than 30,000 values.',
    'No hook of the file runs, and its gates deny.',
    'Remove what the file does not need. Long lists belong in your own or a managed hook file, which has no such limit.',
  ],
  'missing-version': [
    '`version` is missing; Hookline reads the file as version 1.',
    'Cursor 2.3 and 3 reject a file without one; 2.4 reads it as 1.',
    'Add `"version": 1`.',
    'fixable',
  ],
  'missing-hooks': ['A hooks.json has no `hooks`.', unused, 'Add `"hooks": {}`, with a list for each event.'],
  'newer-version': [
    '`version` is above 1; Hookline reads the file as version 1.',
    'Only version 1 exists.',
    'Write `"version": 1`.',
  ],
  'bad-version': ['`version` is not a positive integer.', unused, 'Write `"version": 1`.', 'fixable'],
  'comments-in-json': [
    'The file contains comments or trailing commas.',
    'Hookline accepts them; Cursor and Claude Code may reject the whole file.',
    'Move comments to a `description`, or to another file. `--fix` removes trailing commas.',
    'fixable',
  ],
  'secret-in-file': [
    'The file contains text that looks like a password, token or private key.',
    'Hook files are shared, and are read by every agent that opens the workspace.',
    'Revoke it where it was issued, and let the script read the new one from the environment.',
  ],
} as const satisfies Record<string, Row>

const events = {
  'unknown-event': [
    'The event does not exist; its entries never run.',
    'Cursor rejects the **whole** file because of an unknown event, so the other hooks in it are off too.',
    'Write the suggested name. `--fix` corrects a name that differs only in case or separators.',
    'fixable',
  ],
  'agent-lacks-event': [
    'An agent that reads this file does not have the event.',
    'Cursor then rejects the **whole** file, so the other hooks in it are off there too. `docs/events.md` lists the agents that report an event.',
    'Move the entries to a `hookline.json`, which only Hookline reads.',
  ],
  'foreign-event': [
    'The event belongs to another agent and has no counterpart; its entries never run.',
    'In a hooks.json, Cursor rejects the **whole** file because of it; in a Claude Code file this is only a note.',
    'Remove it, or move it to that agent’s own file.',
  ],
  'duplicate-event': [
    'The event occurs twice; Hookline uses both lists.',
    'Other readers use only the last list.',
    'Merge the two lists.',
  ],
  'not-a-list': ["An event's value is not a list of entries.", 'Its hooks do not run.', 'Write `[ … ]`.', 'fixable'],
  'not-an-entry': [
    'An item of the list is not an entry: it is not an object, or, in a Claude Code file, it has the flat form of hooks.json.',
    dropped,
    'Write `{ "command": "…" }`; in a Claude Code file `{ "hooks": [{ "type": "command", "command": "…" }] }`.',
    'fixable',
  ],
  'fires-twice': [
    'The same command is configured twice for one event, in one file or at several levels.',
    'It runs twice for each event, which doubles the wait, the log lines and the follow-ups.',
    'Keep one of them.',
  ],
} as const satisfies Record<string, Row>

const keys = {
  'duplicate-key': ['A key occurs twice in one entry.', dropped, 'Keep one of them.'],
  'unknown-type': [
    'This file cannot contain a hook of this `type`.',
    'The entry does not run. In a Claude Code file, a type that only Claude Code has is just a warning.',
    'Write `"command"` or `"prompt"`.',
    'fixable',
  ],
  'own-type': [
    'Only Hookline has the types `module` and `rule`; they belong in hookline.json.',
    'Cursor rejects a whole hooks.json that contains another type.',
    'Move the entry to hookline.json.',
  ],
  'missing-command': ['A command hook has no `command`.', dropped, 'Add `"command": "path/to/script"`.', 'fixable'],
  'payload-as-code': [
    'The command would run text from the event as a program: a bare interpreter (`bash`, `python3 -`, `cat | sh`), or an `eval` of a payload variable.',
    'Anyone who can write a prompt or a file name could run commands. The hook never starts, and its gate denies.',
    'Name the script to run, as in `"command": "bash ./hooks/guard.sh"`, and read the event in it as data.',
  ],
  'no-runner': [
    'A Claude Code file contains a kind of hook that Hookline does not run yet: `mcp_tool`, `agent`.',
    'Its run is recorded as failed. At a gate, the failure policy of the event applies.',
    'Claude Code runs it. For other agents, write a command hook.',
  ],
  'never-runs': [
    '`if` is set at a Claude Code event that is not about a tool, or is a rule that no tool call matches.',
    'The hook never runs, neither in Claude Code nor in Hookline.',
    'Write one rule, such as `Bash(git *)`. Otherwise remove `if`, or move the hook to `PreToolUse` or `PostToolUse`.',
  ],
  'args-ignored': [
    'A hooks.json contains `args`, which Cursor does not read.',
    'Cursor runs `command` without them, which is not what was intended. Hookline runs it with `args`.',
    'Write the whole command line in `command`, or move the entry to hookline.json.',
  ],
  'async-gate': [
    'A hook at an event that can refuse has `async`. In the files of an agent it is a warning: there the hook decides nothing.',
    'In a hookline.json, the event waits for the hook as if `async` were not there, so that a guard cannot be lost by a key.',
    'Remove `async`, or move the hook to an event that only observes, such as `afterShellExecution`.',
  ],
  'order-ignored': [
    'A hook that runs in the background has `order`, which has no effect.',
    'Nothing waits for the hook, so no hook can run after it.',
    'Remove `order` or `async`.',
    'without effect',
  ],
  'async-ignored': [
    'A rule has `async`, which has no effect: a rule needs no process and no time.',
    'The rule answers at once, as without the key.',
    'Remove `async`.',
    'without effect',
  ],
  'cannot-rewake': [
    'A Claude Code file has a hook with `asyncRewake`.',
    'Claude Code wakes the model when the hook exits with 2. In other agents Hookline runs it in the background and records the exit code; it cannot wake their model.',
    'If every agent must see the result, use a `stop` hook with a `followup_message`.',
  ],
  'missing-module': ['A module hook has no `module`.', dropped, 'Add `"module": "./hooks/x.mjs"`.'],
  'missing-url': ['An HTTP hook has no `url`.', dropped, 'Add `"url": "https://…"`.'],
  'bad-url': [
    'The `url` of an HTTP hook cannot be used.',
    dropped,
    'Write an address that begins with https://, without a user name or password. For http:// add `"privateAddresses": true`.',
  ],
  'missing-prompt': ['A prompt hook has no `prompt`.', dropped, 'Add `"prompt": "…"`.'],
  'wrong-type': [
    'A value has the wrong type.',
    'It is ignored.',
    'Write a value of the type in the message.',
    'fixable',
  ],
  'timeout-unit': [
    'A `timeout` above 600 looks like milliseconds, but the unit is seconds.',
    'A hook that hangs then blocks the agent for ten minutes in Hookline, and for hours elsewhere.',
    'Divide by 1000, or write `timeout_ms`.',
    'fixable',
  ],
  'bad-timeout': [
    'A `timeout` is zero, negative or not a number; 60 is used.',
    'The intended value is not known.',
    'Write a number of seconds above 0.',
    'fixable',
  ],
  'bad-fail-closed': [
    '`failClosed` is not a boolean, or `onFailure` in a Claude Code file is neither "block" nor "continue".',
    'A failure of the hook denies.',
    'Write true or false; in a Claude Code file "block" or "continue".',
    'fixable',
  ],
  'agent-limit': [
    'A connected agent cannot carry out the reply of this hook.',
    'Hookline denies the action there instead, or a denial takes effect later than it should. docs/connect.md lists what each agent can do.',
    'If the event is not connected, run `hookline init`. Otherwise there is nothing to do if a denial is acceptable.',
  ],
  'fail-closed-ignored': [
    '`failClosed` is set at an event that cannot deny.',
    'A failure at this event never blocks anything.',
    'Remove it, or move the hook to the gate before the action.',
    'without effect',
  ],
  'bad-loop-limit': [
    '`loop_limit` is not a positive integer or null; 5 is used.',
    'The hook may cause more follow-ups than intended.',
    'Write a whole number above 0, or null for no limit.',
    'fixable',
  ],
  'loop-limit-ignored': [
    '`loop_limit` has no effect at this event.',
    'Only `stop` and `subagentStop` loop.',
    'Remove it.',
    'without effect',
  ],
  'no-loop-limit': [
    '`loop_limit` is null or very high, or a hook at the end of a turn always asks for another round.',
    'A hook that always has a follow-up keeps the agent running, at a cost, without end.',
    'Write the number of rounds that you need; the default is 5.',
  ],
  'unknown-key': [
    'Hookline does not know this key; it has no effect.',
    'A misspelled key is ignored without an error.',
    'Correct the spelling, or remove the key.',
    'fixable',
    'without effect',
  ],
  'foreign-key': [
    'A key of another agent; it has no effect.',
    'The setting keeps its default.',
    "Write Hookline's key. If both mean exactly the same, `--fix` renames it.",
    'fixable',
    'without effect',
  ],
  'own-key': [
    'A key that Hookline reads only in hookline.json.',
    'It has no effect in this file.',
    'Move the entry to hookline.json.',
    'without effect',
  ],
  'hookline-only-key': [
    'A key in a hooks.json that Hookline reads and Cursor ignores.',
    'In Cursor the hook runs without it.',
    'Nothing, if only Hookline runs the file.',
  ],
  'other-type-key': [
    'A key that only another type of hook reads, such as `prompt` in a command hook.',
    'It has no effect. If the type is the mistake, the hook does not do what it should.',
    'Remove the key, or change `type`.',
    'without effect',
  ],
  'verify-ignored': [
    '`verify` stands in a hook that is not a prompt hook.',
    'It has no effect: no model is asked.',
    'Remove `verify`, or write `"type": "prompt"`.',
    'without effect',
  ],
  'env-ignored': [
    'A hook has `env`, but not `"environment": "clean"`.',
    'It inherits all variables, so the list changes nothing.',
    'Add `"environment": "clean"`, or remove `env`.',
    'without effect',
  ],
  'sandbox-ignored': [
    'A hook has `sandbox` but starts no process of its own: a prompt, a rule or an HTTP hook.',
    'It has no effect: Hookline itself does what such a hook says.',
    'Remove `sandbox`.',
    'without effect',
  ],
  'sandbox-unavailable': [
    'A hook asks for a sandbox that this machine or this type of hook does not have.',
    'The hook never runs. A gate refuses, whatever `failClosed` says.',
    'Install bubblewrap (`bwrap`), which `hookline doctor` then tries. Module hooks: write a command hook.',
  ],
  'sandbox-write': [
    'A script with a sandbox that forbids writing writes a file outside the temporary directory, for example a log.',
    'The write fails. Most scripts then end with an error, which is a failure of the hook.',
    'Write below `$TMPDIR`, print to stderr (Hookline records it), or use `"sandbox": "no-network"`.',
  ],
  'sandbox-network': [
    'A script with a sandbox that forbids connections calls a program that needs one, for example `curl`.',
    'The connection fails.',
    'Use `"sandbox": "read-only"`, or an HTTP hook for the request.',
  ],
  'warm-variable': [
    'A hook with `warm` reads `command`, `prompt`, `file_path` or `status` from its environment, or lists its environment.',
    'A process that is started ahead of time cannot have them, so the hook is started for each event as if `warm` were not there.',
    'Read the event from stdin instead, or remove `warm`.',
  ],
  'warm-ignored': [
    'A hook with `warm` has a sandbox, or no process of its own.',
    'It is started for each event as if `warm` were not there.',
    'Remove `warm`.',
    'without effect',
  ],
  'copy-ignored': [
    '`checkedCopy` has no effect for this hook, or not for all its scripts.',
    'The scripts run as they are on the disk. An answer of a script that changed meanwhile still does not count where the hook is trusted or signed.',
    'Remove `checkedCopy`, or name the script by a literal path.',
    'without effect',
  ],
  'copy-differs': [
    'A script with `checkedCopy` uses a directory at or above its own place as a whole: it enters the project, searches or removes a directory there.',
    'The script runs from a copy whose neighbours are links, so `git`, `find` and the like see links there.',
    'Use `$CURSOR_PROJECT_DIR` for the directory of the project, or remove `checkedCopy`.',
  ],
  'no-endpoint': [
    'A prompt hook has no model to ask: no model, no provider or no API key is configured on this machine.',
    'It fails at every event. `failClosed` and the event decide what a failure means.',
    'Set `models` in your own hookline.json; `docs/prompt-hooks.md` has every key.',
  ],
  'forbidden-setting': [
    'A project file cannot set this.',
    'The user or the organisation decides which models are called, where messages and records go, and which files are read.',
    'Set it in the hookline.json of the user or in a managed one.',
    'without effect',
  ],
  'removed-setting': [
    'A setting of hookline.json without effect: `edition`, `experiments`, `trust` or `endpoints`.',
    'Earlier schemas offered it, but Hookline never read it. The rest of the file works.',
    'Delete it; the message names what to use instead.',
    'without effect',
  ],
  'replaced-pack': [
    'A pack that has become an option of Hookline.',
    'The entry still has its effect, but some of its parameters may not be read any more; the message names them.',
    'Write the option that the message names, then delete the pack.',
  ],
  'foreign-dialect': [
    'The format that `input` names does not have this event; the hook gets the default format.',
    'The hook reads fields that do not exist.',
    'Remove `input`.',
  ],
} as const satisfies Record<string, Row>

const rules = {
  'unknown-pack': [
    '`packs` names a pack that does not exist.',
    'It guards nothing; in a managed file the gates deny. The other packs work.',
    'Write the suggested name; `hookline packs` lists all packs.',
    'fixable',
  ],
  'bad-parameter': [
    'A pack does not have this parameter, or the value has the wrong type.',
    'The default is used; in a managed file the gates of the pack deny.',
    'Correct it as the message says; `hookline packs <name>` shows every parameter.',
    'fixable',
  ],
  'packs-missing': [
    '`packs` is used and the package @hookline/packs cannot be loaded.',
    'No pack of the file runs; in a managed file the gates deny.',
    'Install it as docs/install.md says.',
  ],
  'bad-rule': [
    'A `rule` contains an unknown key or operator, an invalid expression, or a reply that its event does not have.',
    dropped,
    'Correct it as the message says; `docs/rules.md` lists every key.',
    'fixable',
  ],
  'unknown-field': [
    'A condition of a `rule` tests a field that its event does not have.',
    'A missing field satisfies no condition, so a rule that should deny never does.',
    'Write the field that the message names; `docs/events.md` lists the fields of each event.',
    'without effect',
  ],
} as const satisfies Record<string, Row>

const matchers = {
  'matcher-object': [
    'A `matcher` is an object; it must be a string.',
    dropped,
    'Write `"matcher": "Shell|Read"`.',
    'fixable',
  ],
  'bad-matcher': [
    'A `matcher` is not a valid regular expression.',
    dropped,
    'Write a regular expression in JavaScript’s syntax.',
  ],
  'glob-matcher': [
    'A `matcher` for paths is written as a glob (`src/*.ts`).',
    'It is read as a regular expression, in which `/*` means any number of slashes, so the hook runs for the wrong files.',
    'Write a regular expression: `src/[^/]*\\.ts$`.',
  ],
  'matcher-ignored': [
    'The event has no field that a matcher could be tested against.',
    'The hook always runs.',
    'Remove `matcher`.',
    'without effect',
  ],
  'wide-matcher': [
    'A matcher for commands is a short word that also occurs inside other words.',
    '`rm` occurs in `terraform` and `npm run format`, so the hook runs for them too, and a guard denies them.',
    'Add word boundaries (`\\\\brm\\\\b` in JSON), or decide in the script.',
  ],
  'matcher-never-matches': [
    'The matcher is unlikely to ever match the value that it is tested against.',
    'The hook never runs, and no message says so.',
    'Write a pattern for the value that the message names: a tool, a command, a path, or a type of subagent.',
    'fixable',
  ],
  'foreign-tool': [
    'A matcher names a tool of another agent.',
    'That part of the matcher never matches.',
    "Write Hookline's name for the tool.",
    'fixable',
  ],
  'catastrophic-regex': [
    'The matcher can take exponential time on a malicious text.',
    'Hookline runs it in linear time; another host may hang while your agent waits.',
    'Write it without nested or overlapping repetition.',
  ],
  'text-matcher-guard': [
    'A guard against shell commands runs only if a text matcher matches the command.',
    'The same command can be written in many ways: `cd x && git push`, `rm -r -f`, a variable, a script. The hook never sees those that the matcher misses.',
    'Remove the matcher and let the hook read the command. Use matchers to save time, not for safety.',
  ],
} as const satisfies Record<string, Row>

const commands = {
  'wrong-directory': [
    'A script does not exist at the given path but exists elsewhere, or its path is relative to another directory.',
    'The hook cannot start. Project hooks run in the root of the project, user hooks in `~/.cursor`.',
    'Write the path relative to that directory. `--fix` does it if the script was found.',
    'fixable',
  ],
  'missing-script': [
    'A script that the command names does not exist.',
    'The hook cannot start, and most events continue as if it had allowed the action.',
    'Create the script, or correct the path.',
  ],
  'not-executable': [
    'A script that is run directly is not executable, on disk or in git (mode 100644).',
    'It cannot start. If only the mode in git is wrong, this is a warning: it works for you but not for people who clone the repository.',
    'Run `chmod +x <file>` and `git update-index --chmod=+x <file>`.',
    'fixable',
  ],
  'missing-interpreter': [
    'The program of the command, or the interpreter in the first line of the script, is not on PATH.',
    'The hook exits with code 127, and most events continue. An application started from the desktop has a shorter PATH than your terminal.',
    'Install it in a directory of the system PATH, or write its full path.',
  ],
  'missing-tool': [
    'A script uses a program that is not on PATH, or not on the PATH of applications started from the desktop.',
    'The script fails halfway, and a guard that fails open allows everything.',
    'Install it in a directory of the system PATH, or write the hook in a language that does not need this program.',
  ],
  interpolation: [
    'The command contains a placeholder such as `$command` or `$file`, with or without braces.',
    'Nothing replaces it. Hookline exports `command`, `prompt`, `file_path` and `status` as variables if the event has them; Cursor exports none. Without quotes, the shell splits the value and expands its wildcards.',
    'Read the JSON on stdin, or use one of the four variables in double quotes.',
    'fixable',
  ],
  'personal-path': [
    'A shared file contains a path of one person: `/Users/…`, `/home/…`, `C:\\Users\\…`, `/c/Users/…`, `~/`.',
    'The script exists on one machine. For everyone else the hook fails, mostly unnoticed.',
    'Put the script into the repository and write its path relative to the root.',
    'fixable',
  ],
  'errors-silenced': [
    'The command ends with `|| true` or similar.',
    'A script that is missing or crashes looks like one that allowed the action, and a denial with exit code 2 is lost. At a gate this is a warning.',
    'Let it fail; `failClosed` sets what a failure means.',
  ],
  'unix-only': [
    'A shared file contains commands that need a Unix shell.',
    'On Windows, hooks run in PowerShell, so they fail, and most events continue.',
    'Run scripts with an interpreter that every system has (`node x.mjs`), or say in the README that Windows is not supported.',
  ],
  'windows-only': [
    'A shared file contains commands that need Windows.',
    'On macOS and Linux they fail, and most events continue.',
    'Use `pwsh`, or an interpreter that every system has (`node x.mjs`).',
  ],
  'claude-relative-path': [
    'A command in a Claude Code file uses a relative path for its script.',
    'Claude Code runs hooks in its current directory, which changes: after a `cd` the script is not found.',
    'Write `"$CLAUDE_PROJECT_DIR"/.claude/hooks/x.sh`.',
    'fixable',
  ],
  'claude-unquoted-dir': [
    '`$CLAUDE_PROJECT_DIR` is not quoted.',
    'If the path of the project contains a space, the command breaks.',
    'Write `"$CLAUDE_PROJECT_DIR"/…`.',
    'fixable',
  ],
  'claude-invented-variable': [
    'A command or script uses a `CLAUDE_…` variable that Claude Code does not set.',
    'The variable is empty, so the hook has no effect.',
    'Read the JSON on stdin: `tool_input`, `file_path`, `message`.',
  ],
} as const satisfies Record<string, Row>

const scripts = {
  'inline-command': [
    'A slash command or skill of Claude Code runs a shell command while it loads: `` !`command` ``, or a block that begins with three backticks and `!`.',
    'It is not a tool call, so no hook sees it, and a guard against shell commands does not apply.',
    'Write it as a request to the model, which then runs it as a tool call; or set `"disableSkillShellExecution": true` in Claude Code\'s settings.',
  ],
  'shell-syntax': [
    'The shell cannot parse the script.',
    'It exits with code 2, which denies everything, or with another code, which allows everything.',
    'Fix it at the line in the message; `sh -n <script>` shows the error.',
  ],
  'script-syntax': [
    'Node or Python cannot parse the script.',
    'The hook exits with 1, so at most events the action goes ahead.',
    'Fix it at the line in the message; `node --check <script>` or `python3 -m py_compile <script>` shows the error.',
  ],
  'crlf-script': [
    'A script that is run directly has Windows line endings.',
    'The system looks for an interpreter whose name ends with a carriage return and does not find it.',
    'Save it with LF line endings.',
    'fixable',
  ],
  'long-script': [
    'A script is too long for `hookline check` to analyse.',
    'The rules about its replies and its input did not run; those about the file itself did.',
    'Move the part that replies to the event into a short script of its own.',
  ],
  'json-by-pasting': [
    'A script builds its JSON by inserting variables into text.',
    'One quotation mark in a command breaks it: the reply cannot be parsed, and its deny may be lost.',
    'Build it with `jq -n --arg`, or in a language with a JSON library.',
  ],
  'quoted-heredoc': [
    'A here-document with a quoted delimiter contains a variable.',
    'The shell does not expand it: the message contains the literal text `$command`.',
    'Build the JSON with `jq -n --arg`.',
  ],
  'jq-unchecked': [
    'A script uses jq without checking that it is installed.',
    'Without jq it reads nothing, and a guard that fails open allows everything. At a gate this is a warning.',
    'Begin with `command -v jq >/dev/null || exit 2`, or write the script without jq.',
  ],
  'exit-3-with-deny': [
    'A script prints a deny and then exits with a code other than 0 or 2.',
    'Such a code means that the hook failed. Hookline still applies the deny, but other hosts continue.',
    'Exit with 0 after the JSON, or exit with 2.',
  ],
  'old-casing': [
    'A reply contains `userMessage` or `agentMessage`.',
    'An early version used this spelling. Hookline accepts it; Cursor now drops the message.',
    'Write `user_message` and `agent_message`.',
    'fixable',
  ],
  'reply-unreadable': [
    'A script prints its reply in the syntax of its language instead of JSON: `print(dict)`, `console.log(object)`.',
    'The reply cannot be parsed. In most agents its deny is lost, and the action continues.',
    'Print `json.dumps(reply)` or `JSON.stringify(reply)`.',
  ],
  'reply-to-stderr': [
    'A script writes its reply to stderr, where no agent reads it.',
    'The reply has no effect: the hook has no opinion.',
    'Print the JSON to stdout, and use stderr only for log lines.',
  ],
  'text-before-reply': [
    'A script prints other text to stdout in addition to its reply.',
    'Hookline reads the JSON object at the end of the output. Other agents parse the whole output as JSON and fail.',
    'Send log lines to stderr or to a file, and print one JSON object.',
  ],
  'reply-not-flushed': [
    'A script prints its reply and then exits in a way that discards buffered output (`os._exit`).',
    'The reply never arrives when stdout is a pipe, and the hook has no opinion.',
    'Flush stdout first, or exit with `sys.exit`.',
  ],
  'exit-1-to-block': [
    'A guard uses exit code 1 to deny.',
    'Only exit code 2 denies. Any other code means that the hook failed, and most events continue.',
    'Exit with 2 and the reason on stderr, or print the deny as JSON and exit with 0.',
  ],
  'unknown-input-field': [
    'A script reads a field that its event does not have.',
    'The value is always empty, so a guard checks nothing and a formatter formats nothing.',
    'Read the field that the message names; `docs/events.md` lists the fields of each event.',
  ],
  'invented-variable': [
    'A script reads an environment variable that no agent sets (`$TOOL_INPUT`, `$CURSOR_FILE_PATH`).',
    'The variable is empty, so the hook has no effect.',
    'Read the JSON on stdin.',
  ],
  'always-allows': [
    'A hook at a gate cannot deny: it never prints a deny, its reply gets lost, or it runs in the background.',
    'It looks like a guard but allows everything. An observer belongs at an `after…` event.',
    'Add the missing deny, or move the hook to an event that only observes.',
  ],
  'deny-without-message': [
    'A script denies without a message.',
    'Neither the user nor the model learns the reason, so the model tries another way.',
    'Add `user_message` and `agent_message`; with exit code 2 print the reason to stderr.',
  ],
  'stdin-read-twice': [
    'A script reads stdin a second time.',
    'The first command reads the whole event, so the second one gets nothing.',
    'Read the event once into a variable (`input=$(cat)`) and use that.',
  ],
  'program-on-stdin': [
    'An interpreter gets its program on stdin (`python3 - <<EOF`), and the program reads stdin.',
    'It reads the rest of its own text instead of the event.',
    'Pass the program with `-c`, or pass the event in a variable.',
  ],
  'lost-in-subshell': [
    'A script sets a variable or exits inside a pipe or subshell, and continues outside without that effect.',
    'The subshell has its own copy. Outside, the variable still has its old value, so the check never succeeds.',
    'Use `while …; do …; done < <(command)` in bash, or print the decision and exit inside the loop.',
  ],
  'invisible-character': [
    'A hook file or script contains an invisible character: zero-width, bidirectional, or a special space.',
    'The code that runs is not the code that a reviewer sees. In a command, a special space is part of a word, so the program is not found.',
    'Remove it. `--fix` does so in commands, where the intention is clear.',
    'fixable',
  ],
  'payload-in-shell': [
    'A script inserts text of the event into a shell command: `eval`, `bash -c "…$file"`, `os.system(f"…")`, `exec(`…`)`.',
    'A space in a file name breaks the command. A name with `;` or `$( )` runs as a command.',
    'Pass the arguments to the program as a list, or pass the value as `"$1"`.',
  ],
  'never-ends': [
    'A script starts something that does not end by itself: `tail -f`, a server, a loop without a way out.',
    'The agent waits until the timeout. Then the hook counts as failed, and most events continue.',
    'Start it outside of hooks, or in the background with its output redirected to a file.',
  ],
  'waits-for-person': [
    'A script asks a question at the terminal (`read -p`, `input()`, `/dev/tty`).',
    'Stdin contains the event, and a hook has no terminal, so it reads part of the event, fails, or waits until its timeout.',
    'Reply with `ask` if the event can ask, or deny with a message.',
  ],
  'wrong-interpreter': [
    'A script is written for another interpreter than the one that runs it: bash syntax in `sh`, Python 2, the wrong kind of JavaScript module, or TypeScript in an old Node.',
    'At least on some systems it exits with an error before it replies. The hook counts as failed.',
    'Name the right interpreter in the first line or in the command, or rewrite the line.',
  ],
  'never-true': [
    'A condition of a script can never be true: it tests for a tool or event of another agent, quotes a regular expression, or uses `-contains` on text.',
    'The code behind it never runs, so a guard allows everything.',
    'Compare with the name in the message, or remove the quotation marks around the expression.',
  ],
  'ends-early': [
    'With `set -e`, a script exits at a search that finds nothing.',
    'It fails with exit code 1 before it replies. Most events continue; with `failClosed` every action is denied.',
    'Search in an `if` condition, or add `|| true`.',
  ],
  'path-prefix': [
    'A guard compares only the beginning of a path with a directory.',
    'A sibling directory (`/srv/app-old`) and a path that leaves it (`/srv/app/../etc`) pass the check.',
    'Resolve the path first, and compare it with the directory followed by a slash.',
  ],
  'payload-leaves': [
    'A script sends the event to another machine, or writes it to a path that every user can read.',
    'Events contain prompts, file contents and secrets.',
    'Send only the fields that you need, and write to a private directory.',
  ],
  'reply-ignored': [
    'A hook replies with a field or value that its event does not read.',
    'The reply has no effect (a deny after the action, a value of another agent, an unknown field), or denies where it should ask.',
    'Move the hook to an event that reads it, or use the fields of this event (docs/events.md).',
    'fixable',
  ],
} as const satisfies Record<string, Row>

const sources = {
  'relative-plugin': ['A plugin path is not absolute.', 'The plugin is not loaded.', 'Write an absolute path.'],
  'bad-plugin': [
    'A plugin directory contains no hooks.',
    'None of its hooks run.',
    'Add `hooks/hooks.json`, or remove it from the list.',
  ],
  'managed-broken': [
    'A managed file cannot be used, so every gate that it could configure denies.',
    'A typo must not switch off a managed guard.',
    'Fix the problem that is reported before this one.',
  ],
  'not-as-signed': [
    'The hook files of a team differ from the signed ones, so their gates deny.',
    'An agent must not gain anything by editing a managed guard.',
    'Run `hookline team sync`, which restores the signed files.',
  ],
  'trust-changed': [
    'The hooks have changed since they were trusted: they do not run, and the gates they had then deny.',
    'An agent must not gain anything by editing its own guard.',
    'Review the changes and run `hookline trust add`.',
  ],
  'state-unreadable': [
    'A state file of Hookline cannot be read.',
    'Its contents are not known. The gates of trusted workspaces stay closed.',
    'Fix the file or move it away, then run `hookline trust add` in each workspace.',
  ],
} as const satisfies Record<string, Row>

const rows: Readonly<Record<ProblemCode, Row>> = {
  ...file,
  ...events,
  ...keys,
  ...rules,
  ...matchers,
  ...commands,
  ...scripts,
  ...sources,
}

const toProblemRow = (code: ProblemCode, [summary, why, fix, ...marks]: Row): ProblemRow => ({
  level: problemLevels[code],
  summary,
  why,
  fix,
  fixable: marks.includes('fixable'),
  withoutEffect: marks.includes('without effect'),
})

// `Object.entries` keeps the keys of `rows`, so the result has every problem code.
export const problemCodes = Object.fromEntries(
  Object.entries(rows).map(([code, row]) => [code, toProblemRow(code as ProblemCode, row)]),
) as Readonly<Record<ProblemCode, ProblemRow>>
