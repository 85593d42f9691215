/** The closed list of problem codes. They are slugs, they never change, and each has its paragraph in `docs/problems.md`. */

export interface ProblemRow {
  /** error: without effect; warning: works, but not everywhere or not as meant; note: worth knowing. What is usual; a case may be milder. */
  readonly level: 'error' | 'warning' | 'note'
  readonly says: string
  /** What follows from it, for whoever wrote the file. */
  readonly why: string
  readonly cure: string
  /** `hookline check --fix` mends it, at least where only one mending is possible. */
  readonly fixes: boolean
}

type Row = readonly [level: ProblemRow['level'], says: string, why: string, cure: string, fixes?: 'fixes']

const unused = 'No hook of the file runs.'
const dropped = 'The entry is not used; the rest of the file is.'

const file = {
  'file-unreadable': ['error', 'The file exists and cannot be read.', unused, 'Give yourself the right to read it.'],
  'not-a-file': [
    'error',
    'Something other than a regular file stands where a hooks file is expected.',
    unused,
    'Put a regular file there.',
  ],
  'misplaced-file': [
    'warning',
    'A file with hooks stands where no agent reads it: `hooks.json` in the root, `.claude/hooks.json`, `.cursor/hook.json`.',
    unused,
    'Move it to `.cursor/hooks.json`, or its `hooks` into `.claude/settings.json`.',
  ],
  'too-large': ['error', 'The file is larger than 1 MiB.', unused, 'Move scripts and data out of it.'],
  encoding: ['error', 'The file is not UTF-8, or holds NUL bytes.', unused, 'Save it as UTF-8 text.'],
  syntax: [
    'error',
    'The file is not JSON (comments and trailing commas are allowed).',
    unused,
    'Mend the JSON at the place named.',
  ],
  'too-deep': ['error', 'The JSON is nested deeper than 64 levels.', unused, 'Flatten it; hooks need four levels.'],
  'not-an-object': [
    'error',
    'The file, or `hooks` in it, is not an object.',
    unused,
    'Write `{"version": 1, "hooks": {}}`.',
  ],
  'missing-version': [
    'warning',
    'There is no `version`; it is read as 1.',
    'Cursor 2.3 and 3 reject a file without one; 2.4 reads it as 1.',
    'Add `"version": 1`.',
    'fixes',
  ],
  'missing-hooks': ['error', 'A hooks.json has no `hooks`.', unused, 'Add `"hooks": {}`, with a list for each event.'],
  'newer-version': ['warning', '`version` is above 1; it is read as 1.', 'Only 1 exists.', 'Write `"version": 1`.'],
  'bad-version': ['error', '`version` is not a positive integer.', unused, 'Write `"version": 1`.'],
  'comments-in-json': [
    'warning',
    'The file holds comments or trailing commas.',
    'Hookline reads them; Cursor and Claude Code may refuse the whole file.',
    'Move comments to a `description`, or to a file beside it. Trailing commas are removed by `--fix`.',
    'fixes',
  ],
  'secret-in-file': [
    'warning',
    'Something that looks like a password, token or private key stands in the file.',
    'Hook files are shared, and are read by every agent that opens the workspace.',
    'Take it back where it was issued, and let the script read it from the environment.',
  ],
} as const satisfies Record<string, Row>

const events = {
  'unknown-event': [
    'error',
    'The event does not exist; its entries never run.',
    'Cursor drops the **whole** file on an event it does not know, so the other hooks in it are off too.',
    'Write the name that is suggested; a name that differs in case alone is mended by `--fix`.',
    'fixes',
  ],
  'agent-lacks-event': [
    'error',
    'An agent that reads this file itself does not have the event.',
    'Cursor refuses the **whole** file then, so the other hooks in it are off there too. `docs/events.md` says which agents report an event.',
    'Move the entries to a `hookline.json`, which only Hookline reads.',
  ],
  'foreign-event': [
    'error',
    'The event belongs to another agent and has no counterpart; its entries are left out.',
    'In a hooks.json Cursor drops the **whole** file on it; in a Claude Code file it is only a note.',
    'Remove it, or move it to that agent’s own file.',
  ],
  'duplicate-event': [
    'error',
    'The event is written twice; both lists count.',
    'Other readers keep the last list only.',
    'Merge the two lists.',
  ],
  'not-a-list': ['error', "An event's value is not a list of entries.", 'Its hooks do not run.', 'Write `[ … ]`.'],
  'not-an-entry': [
    'error',
    'A member of the list is not an entry: not an object, or, in a Claude Code file, flat as in hooks.json.',
    dropped,
    'Write `{ "command": "…" }`; in a Claude Code file `{ "hooks": [{ "type": "command", "command": "…" }] }`.',
  ],
  'fires-twice': [
    'warning',
    'The same command stands twice for one event, in one file or at several levels.',
    'It runs twice for each event: twice the wait, two log lines, two follow-ups.',
    'Keep one of them.',
  ],
} as const satisfies Record<string, Row>

const keys = {
  'duplicate-key': ['error', 'A key is written twice in one entry.', dropped, 'Keep one of them.'],
  'unknown-type': [
    'error',
    '`type` is none that this file may hold.',
    'The entry does not run here; a type that Claude Code alone has is only a warning in its file.',
    'Write `"command"` or `"prompt"`.',
  ],
  'own-type': [
    'error',
    "`module` and `rule` are Hookline's own and belong in hookline.json.",
    'Cursor refuses a whole hooks.json that holds another type.',
    'Move the entry to hookline.json.',
  ],
  'missing-command': ['error', 'A command hook has no `command`.', dropped, 'Add `"command": "path/to/script"`.'],
  'payload-as-code': [
    'error',
    'The command would run text from the event as a program: a bare interpreter (`bash`, `python3 -`, `cat | sh`), or an `eval` of a payload variable.',
    'Whoever writes a prompt or a file name could run commands. The hook is never started, and its gate refuses.',
    'Name the script that it should run, as in `"command": "bash ./hooks/guard.sh"`, and read the event there as data.',
  ],
  'no-runner': [
    'warning',
    'A hook of a Claude Code file is of a kind that Hookline does not run yet: `http`, `mcp_tool`, `agent`, `async`, `asyncRewake`.',
    'Its run is recorded as failed. At a gate that is the policy of the event; a hook in the background refuses nothing.',
    'Claude Code runs it. For other agents write a command hook.',
  ],
  'never-runs': [
    'error',
    '`if` stands at an event of Claude Code that is not about a tool, or is a rule that no call matches.',
    'The hook never runs, in Claude Code and here.',
    'Write one rule, such as `Bash(git *)`; remove `if`, or move the hook to `PreToolUse` or `PostToolUse`.',
  ],
  'args-ignored': [
    'error',
    '`args` stands in a hooks.json, and Cursor does not read it.',
    'Cursor runs `command` alone, which is another program than the one that was meant. Hookline runs it with `args`.',
    'Write the whole command line in `command`, or move the entry to hookline.json.',
  ],
  'missing-module': ['error', 'A module hook has no `module`.', dropped, 'Add `"module": "./hooks/x.mjs"`.'],
  'missing-prompt': ['error', 'A prompt hook has no `prompt`.', dropped, 'Add `"prompt": "…"`.'],
  'wrong-type': ['error', 'A value is of the wrong type.', 'It is not read.', 'Write a value of the type named.'],
  'timeout-unit': [
    'warning',
    'A `timeout` above 600 looks like milliseconds; it is seconds.',
    'A hook that hangs then holds the agent for ten minutes here, and for hours elsewhere.',
    'Divide by 1000, or write `timeout_ms`.',
    'fixes',
  ],
  'bad-timeout': [
    'error',
    'A `timeout` is zero, negative or not a number; 60 is used.',
    'What was meant is not known.',
    'Write a number of seconds above 0.',
  ],
  'bad-fail-closed': [
    'error',
    '`failClosed` is not a boolean, or `onFailure` in a Claude Code file is neither "block" nor "continue"; a failure refuses.',
    'A failure of the hook refuses.',
    'Write true or false; in a Claude Code file "block" or "continue".',
  ],
  'agent-limit': [
    'warning',
    'An agent that calls Hookline from here cannot carry out what this hook answers.',
    'Hookline refuses the act there instead, or a refusal comes later than it should. docs/connect.md lists what each agent does.',
    'Run `hookline init` where an event is not connected; elsewhere nothing, where a refusal is fine.',
  ],
  'fail-closed-ignored': [
    'note',
    '`failClosed` stands at an event that cannot refuse.',
    'A failure there never stops anything.',
    'Remove it, or move the hook to the gate before the act.',
  ],
  'bad-loop-limit': [
    'error',
    '`loop_limit` is not a positive integer or null; 5 is used.',
    'The hook may go on more often than meant.',
    'Write a whole number above 0, or null for no limit.',
  ],
  'loop-limit-ignored': [
    'note',
    '`loop_limit` has no meaning for this event.',
    'Only `stop` and `subagentStop` loop.',
    'Remove it.',
  ],
  'no-loop-limit': [
    'warning',
    '`loop_limit` is null or very high, or a hook at the end of a turn asks for another round each time.',
    'A hook that always has a follow-up keeps the agent working, and paying, without end.',
    'Write the number of rounds that is enough; 5 is the default.',
  ],
  'unknown-key': [
    'note',
    'A key that Hookline does not know; kept, without effect.',
    'A misspelt key is silently nothing.',
    'Mend the spelling, or remove it.',
  ],
  'foreign-key': [
    'note',
    'A key of another agent, without effect here.',
    'What it should set keeps its default.',
    'Write our key; where the two mean exactly the same, `--fix` renames it.',
    'fixes',
  ],
  'own-key': [
    'warning',
    "A key of Hookline's own that is read in hookline.json only.",
    'It has no effect here.',
    'Move the entry to hookline.json.',
  ],
  'hookline-only-key': [
    'note',
    'A key that Hookline reads in a hooks.json and Cursor ignores.',
    'Inside Cursor the hook runs without it.',
    'Nothing to do where only Hookline runs the file.',
  ],
  'no-endpoint': [
    'warning',
    'A prompt hook has nobody to ask: no model, no provider or no key is configured on this machine.',
    'It fails at every event, and what that means is said by `failClosed` and the event.',
    'Set `models` in your own hookline.json; `docs/prompt-hooks.md` has every key.',
  ],
  'forbidden-setting': [
    'error',
    'A project file cannot set this.',
    'The person or the organisation decides which models are asked, where messages and records go, and whose files are read.',
    "Set it in the user's or a managed hookline.json.",
  ],
  'removed-setting': [
    'warning',
    'A setting of hookline.json that does nothing: `edition`, `experiments`, `trust` or `endpoints`.',
    'Earlier schemas offered it and nothing read it. The rest of the file counts.',
    'Delete it; the message names what to use instead.',
  ],
  'foreign-dialect': [
    'error',
    'The event has no shape in the dialect that `input` names; the usual input is sent.',
    'The hook reads fields that are not there.',
    'Remove `input`.',
  ],
} as const satisfies Record<string, Row>

const rules = {
  'unknown-pack': [
    'error',
    '`packs` names a pack that does not exist.',
    'It guards nothing; in a managed file the gates refuse. The other packs work.',
    'Write the name that is suggested; `hookline packs` lists them.',
  ],
  'bad-parameter': [
    'error',
    'A pack has no such parameter, or a value of the wrong type.',
    'The default stands in for it; in a managed file the gates of the pack refuse.',
    'Write it as the message says; `hookline packs <name>` shows every parameter.',
  ],
  'packs-missing': [
    'error',
    '`packs` is used and the package @hookline/packs cannot be loaded.',
    'None of the packs of the file runs; in a managed file the gates refuse.',
    'Run `npm i @hookline/packs`.',
  ],
  'bad-rule': [
    'error',
    'A `rule` holds something that means nothing: a key, an operator, an expression or a reply that its event lacks.',
    dropped,
    'Write it as the message says; `docs/rules.md` has every key.',
  ],
  'unknown-field': [
    'warning',
    'A condition of a `rule` looks at a field that its event does not carry.',
    'A field that is not there satisfies no condition: a rule that refuses never does.',
    'Write the field that the message names; `docs/events.md` lists those of each event.',
  ],
} as const satisfies Record<string, Row>

const matchers = {
  'matcher-object': [
    'error',
    'A `matcher` is an object; it must be a string.',
    dropped,
    'Write `"matcher": "Shell|Read"`.',
  ],
  'bad-matcher': [
    'error',
    'A `matcher` is no valid expression.',
    dropped,
    'Write a regular expression in JavaScript’s syntax.',
  ],
  'glob-matcher': [
    'warning',
    'A `matcher` for paths is written as a glob (`src/*.ts`).',
    'It is read as a regular expression, in which `/*` is any number of slashes: the hook runs for other files than meant.',
    'Write an expression: `src/[^/]*\\.ts$`.',
  ],
  'matcher-ignored': [
    'note',
    'The event has nothing a matcher could be tested against.',
    'The hook always runs.',
    'Remove `matcher`.',
  ],
  'wide-matcher': [
    'note',
    'A matcher for commands is a word of a few letters, which also stands inside other words.',
    '`rm` is found in `terraform` and `npm run format`: the hook runs for them too, and a guard refuses them.',
    'Add word boundaries (`\\\\brm\\\\b` in JSON), or decide in the script.',
  ],
  'matcher-never-matches': [
    'warning',
    'The matcher can hardly match what its event is tested against.',
    'The hook never runs, and nothing says so.',
    'Write a pattern for the subject that is named: a tool, a command, a path, a type of subagent.',
  ],
  'foreign-tool': [
    'warning',
    "A matcher names another agent's tool.",
    'That part of the matcher never matches.',
    'Write our name for the tool.',
    'fixes',
  ],
  'catastrophic-regex': [
    'warning',
    'The matcher can take exponential time on a text made for it.',
    'Hookline runs it in linear time; another host’s engine may hang, with your agent waiting.',
    'Write it without nested or overlapping repetition.',
  ],
  'text-matcher-guard': [
    'note',
    'A guard against shell commands is called only where a text matcher fits the command.',
    'Commands have many spellings: `cd x && git push`, `rm -r -f`, a variable, a script. What the matcher misses is never looked at.',
    'Leave the matcher out and let the hook read the command; keep matchers for saving time, not for safety.',
  ],
} as const satisfies Record<string, Row>

const commands = {
  'wrong-directory': [
    'error',
    'A script is not where the hook looks for it, but exists elsewhere, or its path is written for another directory.',
    'The hook cannot start. Project hooks run from the project’s root, user hooks from `~/.cursor`.',
    'Write the path as seen from there. Where the script was found `--fix` does it; where it was not, this is a warning.',
    'fixes',
  ],
  'missing-script': [
    'warning',
    'A script that the command names does not exist.',
    'The hook cannot start, and most events go on as if it had agreed.',
    'Create the script, or mend the path.',
  ],
  'not-executable': [
    'error',
    'A script that is run directly is not executable, on disk or in git (mode 100644).',
    'It cannot start. In git alone it is a warning: it works for you and for nobody who clones the repository.',
    'chmod +x, and `git update-index --chmod=+x <file>`.',
    'fixes',
  ],
  'missing-interpreter': [
    'warning',
    'The program that the command starts with, or that the script’s first line names, is not on PATH.',
    'The hook ends with 127, and most events go on. An application started from the desktop has a shorter PATH than your terminal.',
    'Install it where every program looks, or name it by its full path.',
  ],
  'missing-tool': [
    'warning',
    'A script uses a program that is not on PATH, or not on the PATH of applications started from the desktop.',
    'The script fails half way, and a guard that fails open lets everything through.',
    'Install it where every program looks, or write the hook in a language that needs no such tool.',
  ],
  interpolation: [
    'warning',
    'The command names a placeholder: `$command`, `$file` or the like, in braces or without.',
    'Nothing is ever substituted. Hookline exports `command`, `prompt`, `file_path` and `status` as variables, where the event has them; Cursor exports none. Without quotes the shell splits the value and expands its wildcards.',
    'Read the JSON on stdin; or use one of the four, in double quotes.',
    'fixes',
  ],
  'personal-path': [
    'warning',
    'A file that is shared names a path of one person: `/Users/…`, `/home/…`, `C:\\Users\\…`, `/c/Users/…`, `~/`.',
    'The script exists on one machine; for everybody else the hook fails, mostly unseen.',
    'Put the script into the repository and name it from the root.',
    'fixes',
  ],
  'errors-silenced': [
    'note',
    'The command ends with `|| true`, or the like.',
    'A script that is missing or crashes looks like one that agreed, and a refusal with exit code 2 is thrown away. At a gate this is a warning.',
    'Let it fail; `failClosed` says what a failure means.',
  ],
  'unix-only': [
    'note',
    'A shared file holds commands that need a Unix shell.',
    'On Windows hooks run in PowerShell: they fail, and most events go on.',
    'Run scripts by an interpreter that is everywhere (`node x.mjs`), or say in the README that Windows is left out.',
  ],
  'windows-only': [
    'warning',
    'A shared file holds commands that need Windows.',
    'On macOS and Linux they fail, and most events go on.',
    'Use `pwsh`, or an interpreter that is everywhere (`node x.mjs`).',
  ],
  'claude-relative-path': [
    'warning',
    'A command in a Claude Code file names its script by a relative path.',
    'Claude Code runs hooks in its current directory, which moves: after a `cd` the script is not found.',
    'Write `"$CLAUDE_PROJECT_DIR"/.claude/hooks/x.sh`.',
    'fixes',
  ],
  'claude-unquoted-dir': [
    'warning',
    '`$CLAUDE_PROJECT_DIR` stands without quotes.',
    'In a directory with a space the command falls apart.',
    'Write `"$CLAUDE_PROJECT_DIR"/…`.',
    'fixes',
  ],
  'claude-invented-variable': [
    'warning',
    'A command or script names a `CLAUDE_…` variable that Claude Code does not set.',
    'It is empty, so the hook works on nothing.',
    'Read the JSON on stdin: `tool_input`, `file_path`, `message`.',
  ],
} as const satisfies Record<string, Row>

const scripts = {
  'inline-command': [
    'warning',
    'A slash command or skill of Claude Code runs a shell command while it is loaded: `` !`command` ``, or a block that begins with three backticks and `!`.',
    'It is not a tool call, so no hook sees it, and a guard against shell commands does not hold there.',
    'Write it as a request to the model, which then runs it as a tool call; or set `"disableSkillShellExecution": true` in Claude Code\'s settings.',
  ],
  'shell-syntax': [
    'error',
    'The shell cannot parse the script.',
    'It ends with 2, which denies everything, or with another failure, which lets everything through.',
    'Mend it at the line that is named (`sh -n script`).',
  ],
  'crlf-script': [
    'error',
    'A script that is run directly has Windows line endings.',
    'Its interpreter is looked for under a name that ends in a carriage return, and is not found.',
    'Save it with LF line endings.',
  ],
  'long-script': [
    'note',
    'A script is longer than `hookline check` reads as a program.',
    'Rules about its replies and its input did not run for it; those about the file itself did.',
    'Put the part that answers the event into a short script of its own.',
  ],
  'json-by-pasting': [
    'warning',
    'A script builds its JSON by pasting variables into text.',
    'One quotation mark in a command breaks it: the reply cannot be read, and the deny in it may be lost.',
    'Build it with `jq -n --arg`, or in a language with a JSON library.',
  ],
  'quoted-heredoc': [
    'warning',
    'A variable stands in a here-document whose mark is quoted.',
    'Nothing is expanded there: the message literally says `$command`.',
    'Build the JSON with `jq -n --arg`.',
  ],
  'jq-unchecked': [
    'note',
    'A script uses jq and never asks whether it is there.',
    'Without jq it reads nothing, and a guard that fails open lets everything through: at a gate this is a warning.',
    'Begin with `command -v jq >/dev/null || exit 2`, or do without jq.',
  ],
  'exit-3-with-deny': [
    'warning',
    'A script prints a deny and then exits with a code other than 0 or 2.',
    'Such a code means that the hook failed: Hookline still hears the deny, other hosts go on.',
    'exit 0 with the JSON, or exit 2.',
  ],
  'old-casing': [
    'note',
    'A script answers with `userMessage` or `agentMessage`.',
    'That was the spelling of an early version. Hookline reads it; Cursor today drops the message.',
    'Write `user_message` and `agent_message`.',
  ],
  'reply-unreadable': [
    'error',
    'A script prints its reply in the notation of its language instead of JSON: `print(dict)`, `console.log(object)`.',
    'The reply cannot be parsed. A deny in it is lost in most agents, and the action goes ahead.',
    'Print `json.dumps(reply)` or `JSON.stringify(reply)`.',
  ],
  'reply-to-stderr': [
    'warning',
    'A script writes its reply to stderr, where no agent reads it.',
    'The reply has no effect: the hook has no opinion.',
    'Print the JSON to stdout, and only log lines to stderr.',
  ],
  'text-before-reply': [
    'warning',
    'A script prints other text to stdout beside its reply.',
    'Hookline reads the object that ends the output. Other agents parse all of it as JSON, and fail.',
    'Send log lines to stderr or to a file, and print one JSON object.',
  ],
  'reply-not-flushed': [
    'warning',
    'A script prints its reply and then ends in a way that drops what is still buffered (`os._exit`).',
    'The reply never arrives when stdout is a pipe, and the hook has no opinion.',
    'Flush stdout first, or end with `sys.exit`.',
  ],
  'exit-1-to-block': [
    'warning',
    'A guard ends with exit code 1 to refuse.',
    'Only exit code 2 refuses. Any other code means that the hook failed, and most events go on.',
    'Exit with 2 and the reason on stderr, or print the deny as JSON and exit with 0.',
  ],
  'unknown-input-field': [
    'warning',
    'A script reads a field that its event does not have.',
    'The value is always empty, so a guard checks nothing and a formatter formats nothing.',
    'Read the field that the message names; `docs/events.md` lists the fields of each event.',
  ],
  'invented-variable': [
    'warning',
    'A script reads an environment variable that no agent sets (`$TOOL_INPUT`, `$CURSOR_FILE_PATH`).',
    'It is empty, so the hook works on nothing.',
    'Read the JSON on stdin.',
  ],
  'always-allows': [
    'warning',
    'A hook at a gate has no way to refuse: it never denies, its answer gets lost on the way, or it runs in the background.',
    'It looks like a guard and lets everything through. An observer is better placed at an `after…` event.',
    'Add the deny that is missing, or move the hook to an event that only observes.',
  ],
  'deny-without-message': [
    'warning',
    'A script refuses without a message.',
    'Neither the person nor the model learns why, so the model tries again another way.',
    'Add `user_message` and `agent_message`; with exit code 2 print the reason to stderr.',
  ],
  'stdin-read-twice': [
    'warning',
    'A script reads stdin a second time.',
    'The first command has read the event to its end, so the second one gets nothing.',
    'Read the event once into a variable (`input=$(cat)`) and use that.',
  ],
  'program-on-stdin': [
    'warning',
    'An interpreter gets its program on stdin (`python3 - <<EOF`), and the program reads stdin.',
    'It reads the rest of its own text instead of the event.',
    'Pass the program with `-c`, or hand the event over in a variable.',
  ],
  'lost-in-subshell': [
    'warning',
    'A shell variable is set, or the script is ended, inside a pipe or a subshell, and the script goes on without it.',
    'The subshell has its own copy: outside, the variable still has its old value, so the check never fires.',
    'Use `while …; do …; done < <(command)` in bash, or end with the decision inside the loop.',
  ],
  'invisible-character': [
    'warning',
    'A hook file or script holds a character that cannot be seen: zero-width, bidirectional, or a space that is none.',
    'What runs is not what a reviewer reads. In a command such a space is part of a word, and the program is not found.',
    'Remove it. `--fix` does so in commands, where nothing else can be meant.',
    'fixes',
  ],
  'payload-in-shell': [
    'warning',
    'A script puts text of the event into a shell command: `eval`, `bash -c "…$file"`, `os.system(f"…")`, `exec(`…`)`.',
    'A blank in a file name breaks the command. A name with `;` or `$( )` runs as a command of its own.',
    'Give the program its arguments as a list, or hand the value over as `"$1"`.',
  ],
  'never-ends': [
    'warning',
    'A script starts something that does not end by itself: `tail -f`, a server, a loop without a way out.',
    'The agent waits until the timeout. Then the hook counts as failed, and most events go on.',
    'Start it outside of hooks, or in the background with its output sent to a file.',
  ],
  'waits-for-person': [
    'warning',
    'A script asks a question at the terminal (`read -p`, `input()`, `/dev/tty`).',
    'Stdin holds the event, and a hook has no terminal: it reads a part of the event, fails, or waits until its timeout.',
    'Answer `ask` where the event can ask, or refuse with a message.',
  ],
  'wrong-interpreter': [
    'warning',
    'A script is written for another interpreter than the one that runs it: bash for `sh`, Python 2, the other kind of JavaScript module, TypeScript for an old Node.',
    'It ends with an error before it answers, at least on some systems. The hook counts as failed.',
    'Name the right interpreter in the first line or in the command, or rewrite the line.',
  ],
  'never-true': [
    'warning',
    'A condition of a script can never hold: a tool or event of another agent, an expression in quotation marks, or `-contains` on text.',
    'What stands behind it never runs, so a guard lets everything through.',
    'Compare with the name that the message gives; leave the quotation marks of the expression out.',
  ],
  'ends-early': [
    'warning',
    'With `set -e` a script ends at a search that finds nothing.',
    'It fails with exit code 1 before it has answered. Most events go on; with `failClosed` every action is refused.',
    'Ask in an `if`, or add `|| true`.',
  ],
  'path-prefix': [
    'warning',
    'A guard compares only the beginning of a path with a directory.',
    'A neighbour (`/srv/app-old`) and a way out (`/srv/app/../etc`) pass.',
    'Resolve the path first, and compare with the directory and a slash behind it.',
  ],
  'payload-leaves': [
    'note',
    'A script sends the event to another machine, or writes it where every user can read it.',
    'Events hold prompts, file contents and secrets.',
    'Send the fields that you need, and write to a directory of your own.',
  ],
  'reply-ignored': [
    'warning',
    'A hook answers with something that its event does not read.',
    'The answer has no effect (a deny after the act, a word of another agent, a field that exists nowhere), or refuses where it meant to ask.',
    'Move the hook to an event that reads it, or answer in the event’s own words (docs/events.md).',
  ],
} as const satisfies Record<string, Row>

const places = {
  'relative-plugin': ['error', 'A plugin path is not absolute.', 'The plugin is not loaded.', 'Name it absolutely.'],
  'bad-plugin': [
    'error',
    'A plugin directory holds no hooks.',
    'Nothing of it runs.',
    'Add `hooks/hooks.json`, or take it off the list.',
  ],
  'managed-broken': [
    'error',
    'A managed file cannot be used: the gates it could hold refuse.',
    'A managed guard must not vanish through a typo.',
    'Mend the file at the problem before this one.',
  ],
  'not-as-signed': [
    'error',
    'The hooks of a team are not the files that the team signed: its gates refuse.',
    'An agent that edits a managed guard must gain nothing.',
    'Run `hookline team sync`, which puts the signed files back.',
  ],
  'trust-changed': [
    'error',
    'The hooks changed since they were trusted: they do not run, and the gates that they held then refuse.',
    'An agent that edits its own guard must gain nothing.',
    'Look at the changes and run `hookline trust add`.',
  ],
  'state-unreadable': [
    'error',
    'A file of Hookline’s own state cannot be read.',
    'What it remembered is not known. Gates that trusted workspaces held stay closed.',
    'Repair the file or move it away, then run `hookline trust add` in each workspace.',
  ],
} as const satisfies Record<string, Row>

const rows = { ...file, ...events, ...keys, ...rules, ...matchers, ...commands, ...scripts, ...places }
export type ProblemCode = keyof typeof rows

const named = ([level, says, why, cure, fixes]: Row): ProblemRow => ({
  level,
  says,
  why,
  cure,
  fixes: fixes !== undefined,
})

export const problemCodes = Object.fromEntries(
  Object.entries(rows).map(([code, row]) => [code, named(row)]),
) as Readonly<Record<ProblemCode, ProblemRow>>
