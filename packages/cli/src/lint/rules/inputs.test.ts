// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts of other languages
import { describe, expect, it } from 'vitest'
import { codesIn, type ScriptSetup } from '../testing/code.ts'
import { claude, cursor, lintFiles, positionsOf } from '../testing/lint-files.ts'

const only = async (code: string, text: string, at: ScriptSetup = {}) =>
  (await codesIn(text, at)).filter((one) => one.startsWith(`${code} `)).map((one) => Number(one.split(' ')[1]))

const edited = { event: 'afterFileEdit' }
const js = { ...edited, name: 'x.mjs' }
const py = { ...edited, name: 'x.py' }
const tool = { event: 'preToolUse' }
const theirs = { claude: true, event: 'PreToolUse' }
const read = "import { readFileSync } from 'node:fs'\n"

describe('unknown-input-field', () => {
  it.each([
    ['cmd=$(jq .command)\n[ "$cmd" = ls ] || exit 2', {}, [1]],
    [`eval "$(jq -r '@sh "file=\\(.filePath) n=\\(.edits|length)"')"`, edited, [1]],
    ['file=$(jq -r .filePath)', edited, [1]],
    ['input=$(cat)\nfile=$(echo "$input" | jq -r \'.filePath // empty\')', edited, [2]],
    ['read -r input\nfile=$(jq -r .file <<< "$input")', edited, [2]],
    ['get() { printf "%s" "$input" | jq -r "$1"; }\ninput=$(cat)\nx=$(get .filePath)', edited, [3]],
    [`input=$(cat)\nf=$(echo "$input" | grep -o '"filePath":"[^"]*"')`, edited, [2]],
    [
      `input=$(cat)\nf=$(echo "$input" | python3 -c "import json,sys; print(json.load(sys.stdin)['filePath'])")`,
      edited,
      [2],
    ],
    ['jq -r .tool_input.command', {}, [1]],
    ['e=$(jq -r .hookEvent)', tool, [1]],
    ['e=$(jq -r .tool)', tool, [1]],
    ['f=$(jq -r .tool_input.filePath)', tool, [1]],
    ['f=$(jq -r .command)', theirs, [1]],
    ['q=$(jq -r .tool_input.query)', { event: 'beforeMCPExecution' }, [1]],
    [`${read}const input = JSON.parse(readFileSync(0, 'utf8'))\nrun(input.filePath)`, js, [3]],
    [`${read}const { filePath } = JSON.parse(readFileSync('/dev/stdin', 'utf8'))`, js, [2]],
    [
      "let raw = ''\nprocess.stdin.on('data', (c) => { raw += c })\nprocess.stdin.on('end', () => {\n  const event = JSON.parse(raw)\n  format(event?.file)\n})",
      js,
      [5],
    ],
    [
      "async function main() {\n  const chunks = []\n  for await (const c of process.stdin) chunks.push(c)\n  const data = JSON.parse(Buffer.concat(chunks).toString())\n  check(data)\n}\nfunction check(event) {\n  return event['filePath']\n}",
      js,
      [8],
    ],
    [
      `${read}const input = JSON.parse(readFileSync(0))\nconst toolInput = input.tool_input ?? {}\nrun(toolInput.filePath)`,
      { ...tool, name: 'x.mjs' },
      [4],
    ],
    ['import json, sys\ndata = json.load(sys.stdin)\nprint(data["filePath"], file=sys.stderr)', py, [3]],
    ['import json, sys\ndata = json.loads(sys.stdin.read())\nf = data.get("file", "")', py, [3]],
    [
      'import json, sys\ndef main():\n    event = json.load(sys.stdin)\n    f = (event.get("tool_input") or {}).get("filePath")',
      { ...tool, name: 'x.py' },
      [4],
    ],
    [
      'import json, sys\ndef load():\n    return json.load(sys.stdin)\nevent = load()\nf = event.get("filePath")',
      py,
      [5],
    ],
  ] as const)('%j', async (text, at, lines) => expect(await only('unknown-input-field', text, at)).toEqual(lines))

  it.each([
    ['n=$(jq .duration)', { event: 'afterShellExecution' }],
    ['all=$(jq -c .)\ncmd=$(jq -r .command <<< "$all")', {}],
    ['file=$(jq -r .file_path)', edited],
    ["file=$(jq -r '.file_path // .tool_input.file_path // empty')", edited],
    ['f=$(cat | jq -r ".filePath // .file_path")', edited],
    ['f=$(curl -s x | jq -r .filePath)', edited],
    ['f=$(jq -r .filePath config.json)', edited],
    ['n=$(jq -r .name package.json)', edited],
    ["jq -r '.edits[] | .new_string'", edited],
    ['jq -r \'.attachments | map(.file_path) | join(" ")\'', { event: 'beforeSubmitPrompt' }],
    ["jq -r '.tool_input | fromjson | .query'", { event: 'beforeMCPExecution' }],
    ['x=$(jq -r .tool_input.anything)', tool],
    ['c=$(jq -r .tool_input.command)', theirs],
    ['input=$(cat)\na=$(jq -r .command <<< "$input")\nb=$(jq -r .tool_input.command <<< "$input")', {}],
    ['input=$(cat)\ncase $(jq -r .hook_event_name <<< "$input") in stop) jq -r .status <<< "$input" ;; esac', {}],
    [`jq -n --arg f "$f" '{user_message: $f, x: .filePath}'`, {}],
    [`${read}const input = JSON.parse(readFileSync(0, 'utf8'))\nrun(input.file_path ?? input.filePath)`, js],
    [
      `${read}const pkg = JSON.parse(readFileSync('package.json', 'utf8'))\nconst i = JSON.parse(readFileSync(0))\nrun(pkg.name, i.file_path)`,
      js,
    ],
    [`${read}const i = JSON.parse(readFileSync(0))\nfor (const edit of i.edits) run(edit.new_string)`, js],
    [
      `${read}const i = JSON.parse(readFileSync(0))\nconst t = JSON.parse(i.tool_input)\nrun(t.query)`,
      { name: 'x.mjs', event: 'beforeMCPExecution' },
    ],
    [
      `${read}const i = JSON.parse(readFileSync(0))\ni.seen = true\nrun(i.command.length, i.command.toLowerCase())`,
      { name: 'x.mjs' },
    ],
    ['import json, sys\ndata = json.load(sys.stdin)\nf = data.get("file_path") or data.get("filePath")', py],
    ['import json, sys\nf = data.get("filePath", data.get("file_path"))\ndata = json.load(sys.stdin)', py],
    [
      'import json, sys\nwith open("x.json") as f:\n    cfg = json.load(f)\ne = json.load(sys.stdin)\nprint(cfg["filePath"], e["file_path"], file=sys.stderr)',
      py,
    ],
  ] as const)('not %j', async (text, at) => expect(await only('unknown-input-field', text, at)).toEqual([]))

  it('in the text of a command, with its column', async () => {
    const files = {
      '.cursor/hooks.json': cursor('afterFileEdit', { command: 'jq -r .filePath | xargs prettier --write' }),
    }
    expect(positionsOf(await lintFiles(files), 'unknown-input-field')).toEqual(['warning 3:23'])
    const inner = {
      '.cursor/hooks.json': cursor('afterFileEdit', { command: `bash -c 'f=$(jq -r .filePath); x "$f"'` }),
    }
    expect(positionsOf(await lintFiles(inner), 'unknown-input-field')).toEqual(['warning 3:36'])
  })
})

describe('variables that no agent sets', () => {
  it.each([
    ['invented-variable', 'if [[ "$SHELL_COMMAND" == rm* ]]; then echo no >&2; exit 2; fi', {}, [1]],
    ['invented-variable', 'cmd="$1"\nif [[ "$cmd" == rm* ]]; then echo no >&2; exit 2; fi', {}, [1]],
    ['invented-variable', 'import sys\ncmd = sys.argv[1]', { name: 'x.py' }, [2]],
    ['invented-variable', 'const cmd = process.argv[2]', { name: 'x.mjs' }, [1]],
    ['invented-variable', 'echo "$TOOL_INPUT" | jq .', {}, [1]],
    ['invented-variable', 'prettier --write "$CURSOR_FILE_PATH"', edited, [1]],
    ['invented-variable', 'const c = process.env.CURSOR_COMMAND', { name: 'x.mjs' }, [1]],
    ['invented-variable', 'import os\nx = os.environ.get("HOOK_INPUT")', { name: 'x.py' }, [2]],
    ['claude-invented-variable', 'x="$CLAUDE_TOOL_INPUT"', theirs, [1]],
    ['claude-invented-variable', 'import os\nx = os.environ["CLAUDE_FILE_PATHS"]', { ...theirs, name: 'x.py' }, [2]],
    ['claude-invented-variable', "const t = process.env['CLAUDE_TOOL_NAME']", { ...theirs, name: 'x.js' }, [1]],
  ] as const)('%s in %j', async (code, text, at, lines) => expect(await only(code, text, at)).toEqual(lines))
  it.each([
    ['invented-variable', 'phase="${1:-before}"\ncat >/dev/null', {}],
    ['invented-variable', 'deny() { echo "$1" >&2; exit 2; }\ngrep -q rm && deny no', {}],
    ['invented-variable', 'input=$(cat)\nif [ "$1" = test ]; then exit 0; fi', {}],
    ['invented-variable', 'import sys\nif len(sys.argv) > 1:\n    x = sys.argv[1]', { name: 'x.py' }],
    ['invented-variable', 'TOOL_INPUT=$(cat)\necho "$TOOL_INPUT" | jq .', {}],
    ['invented-variable', `x="\${TOOL_INPUT:-$(cat)}"`, {}],
    ['invented-variable', '[ -n "$TOOL_NAME" ] && x "$TOOL_NAME"', {}],
    ['invented-variable', 'cd "$CURSOR_PROJECT_DIR"; x "$HOME"', {}],
    ['claude-invented-variable', 'cd "$CLAUDE_PROJECT_DIR"; . "$CLAUDE_ENV_FILE"', theirs],
    ['claude-invented-variable', "const t = process.env.CLAUDE_TOOL_NAME ?? 'x'", { ...theirs, name: 'x.js' }],
  ] as const)('not %s in %j', async (code, text, at) => expect(await only(code, text, at)).toEqual([]))
})

describe('stdin', () => {
  it.each([
    ['stdin-read-twice', 'field() { jq -r ".$1"; }\na=$(field command)\nb=$(field cwd)', {}, [3]],
    ['stdin-read-twice', 'while read -r l; do echo "$l" >> log; done\nx=$(jq -r .command)', {}, [2]],
    ['program-on-stdin', "bash <<'EOF'\ncmd=$(jq -r .command)\nEOF", {}, [1]],
    ['stdin-read-twice', 'tool=$(jq -r .tool_name)\ncmd=$(jq -r .tool_input.command)', tool, [2]],
    ['stdin-read-twice', 'x=$(cat)\ny=$(cat | jq -r .command)', {}, [2]],
    ['stdin-read-twice', 'cat | jq -r .command\nif x; then grep -q rm; fi', {}, [2]],
    ['stdin-read-twice', 'import sys, json\na = sys.stdin.read()\nb = json.load(sys.stdin)', { name: 'x.py' }, [3]],
    ['program-on-stdin', "python3 - <<'EOF'\nimport json, sys\nprint(json.load(sys.stdin))\nEOF", {}, [1]],
    ['program-on-stdin', "node <<'EOF'\nconst i = JSON.parse(require('fs').readFileSync(0))\nEOF", {}, [1]],
  ] as const)('%s in %j', async (code, text, at, lines) => expect(await only(code, text, at)).toEqual(lines))
  it.each([
    ['program-on-stdin', 'bash <<\'EOF\'\nls | while read -r x; do echo "$x"; done >&2\nEOF', {}],
    ['stdin-read-twice', 'x=$(cat)\na=$(jq -r .a <<< "$x")\nb=$(echo "$x" | jq -r .b)', tool],
    ['stdin-read-twice', 'if x; then a=$(cat); else a=$(jq -c .); fi', {}],
    ['stdin-read-twice', 'x=$(cat)\nwhile read -r l; do echo "$l" | grep -q a; done < file\nsort < x', {}],
    ['stdin-read-twice', 'x=$(cat)\ngrep -q a file && sed -n 1p file; cat file', {}],
    ['program-on-stdin', `input=$(cat) python3 - <<'EOF'\nimport os\nprint(os.environ["input"])\nEOF`, {}],
    ['program-on-stdin', 'python3 -c "import sys; sys.stdin.read()"', {}],
  ] as const)('not %s in %j', async (code, text, at) => expect(await only(code, text, at)).toEqual([]))
})

describe('lost-in-subshell', () => {
  it('a loop at the end of a pipe', async () => {
    const text =
      'bad=0\ncat list | while read -r x; do\n  [ "$x" = a ] && bad=1\ndone\nif [ "$bad" = 1 ]; then exit 2; fi'
    expect(await only('lost-in-subshell', text)).toEqual([3])
    expect(
      await only('lost-in-subshell', text.replace('cat list | while', 'while').replace('done', 'done < list')),
    ).toEqual([])
    expect(await only('lost-in-subshell', `shopt -s lastpipe\n${text}`)).toEqual([])
    expect(await only('lost-in-subshell', 'n=1\necho a | (n=2; echo "$n")')).toEqual([])
  })
})

it('reports an exit in a part of a pipe or in parentheses, which ends only that part', async () => {
  const at = (text: string) => only('lost-in-subshell', text)
  expect(
    await at('jq -r .command | while read -r c; do\n  [ "$c" = rm ] && { echo no >&2; exit 2; }\ndone\nexit 0'),
  ).toEqual([2])
  expect(await at('c=$(jq -r .command)\n[ "$c" = rm ] && (echo no >&2; exit 2)\nexit 0')).toEqual([2])
  expect(await at('jq -r .command | while read -r c; do\n  [ "$c" = rm ] && exit 2\ndone')).toEqual([])
  expect(await at('jq -r .command | while read -r c; do\n  [ "$c" = rm ] && exit 2\ndone || exit 2\nexit 0')).toEqual(
    [],
  )
  expect(await at('set -e\n(exit 2)\nexit 0')).toEqual([])
  expect(await at('if ! (cd x || exit 1); then exit 2; fi\nexit 0')).toEqual([])
})

describe('json-by-pasting', () => {
  it.each([
    ['cmd=$(jq -r .command)\njq -n "{permission:\\"deny\\",user_message:\\"no $cmd\\"}"', {}, [2]],
    ['print(\'{{"permission":"deny","user_message":"{}"}}\'.format(c))', { name: 'x.py' }, [1]],
    ['cmd=$(jq -r .command)\necho "{\\"permission\\":\\"deny\\",\\"user_message\\":\\"$cmd\\"}"', {}, [2]],
    ['cmd=$(jq -r .command)\nmsg="no: $cmd"\nprintf \'{"permission":"deny","user_message":"%s"}\\n\' "$msg"', {}, [3]],
    ['deny() { printf \'{"permission":"deny","user_message":"%s"}\' "$1"; }\ndeny "no $(jq -r .command)"', {}, [1]],
    [
      'cmd=$(jq -r .command)\nreply="{\\"permission\\":\\"deny\\",\\"user_message\\":\\"$cmd\\"}"\necho "$reply"',
      {},
      [2],
    ],
    [
      'const c = JSON.parse(require("fs").readFileSync(0)).command\nconsole.log(`{"permission":"deny","user_message":"${c}"}`)',
      { name: 'x.js' },
      [2],
    ],
    ['print(f\'{{"permission": "deny", "user_message": "{cmd}"}}\')', { name: 'x.py' }, [1]],
    ['print(\'{"permission": "deny", "user_message": "%s"}\' % cmd)', { name: 'x.py' }, [1]],
    ['console.log(\'{"permission":"deny","user_message":"\' + cmd + \'"}\')', { name: 'x.js' }, [1]],
  ] as const)('%j', async (text, at, lines) => expect(await only('json-by-pasting', text, at)).toEqual(lines))
  it.each([
    ['deny() { printf \'{"permission":"deny","user_message":"%s"}\' "$1"; }\ndeny "no force push"', {}],
    ['verdict=allow\nx && verdict=deny\necho "{\\"permission\\":\\"$verdict\\"}"', {}],
    ['m=$(jq -r .command | jq -Rs .)\necho "{\\"permission\\":\\"deny\\",\\"user_message\\":$m}"', {}],
    [
      'cmd=$(jq -r .command)\nm=$(json_escape "$cmd")\njson_escape() { printf %s "$1" | sed \'s/"/\\\\"/g\'; }\necho "{\\"user_message\\":\\"$m\\"}"',
      {},
    ],
    ['echo "{\\"n\\":\\"$#\\",\\"at\\":\\"$(date +%s)\\",\\"home\\":\\"$HOME\\"}"', {}],
    ['cmd=$(jq -r .command)\njq -n --arg m "$cmd" \'{permission:"deny",user_message:$m}\'', {}],
    ['console.log(`checked ${c}`)', { name: 'x.js' }],
  ] as const)('not %j', async (text, at) => expect(await only('json-by-pasting', text, at)).toEqual([]))
})

describe('invisible-character', () => {
  const at = async (files: Record<string, string>) => positionsOf(await lintFiles(files), 'invisible-character')
  it('in commands, matchers, names and scripts', async () => {
    expect(await at({ '.cursor/hooks.json': cursor('stop', { command: './hooks/\u200Bx.sh' }) })).toEqual([
      'warning 3:25',
    ])
    expect(await at({ '.cursor/hooks.json': cursor('stop', { command: 'node\u00A0x.mjs' }) })).toEqual(['warning 3:21'])
    expect(
      await at({ '.cursor/hooks.json': cursor('stop', { command: 'true' }).replace('true', 'tr\\u200bue') }),
    ).toEqual(['warning 3:19'])
    expect(
      await at({ '.cursor/hooks.json': cursor('preToolUse', { command: 'true', matcher: 'Sh\u200Dell' }) }),
    ).toEqual(['warning 3:36'])
    expect(await at({ '.claude/settings.json': claude('Stop\u2060', 'true') })).toEqual(['warning 2:8'])
    expect(
      await at({ '.cursor/hooks.json': cursor('stop', { command: './x.sh' }), 'x.sh': '#!/bin/sh\n# \u202Etxt\n' }),
    ).toEqual(['warning 2:3'])
  })
  it('are accepted where they have a purpose', async () => {
    const script =
      '#!/bin/sh\necho "\u{1F469}\u200D\u{1F4BB} \u26A0\uFE0F 10\u00A0% \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 Attention\u00A0: non" >&2\n'
    expect(
      await at({ '.cursor/hooks.json': `\uFEFF${cursor('stop', { command: './x.sh' })}`, 'x.sh': script }),
    ).toEqual([])
  })
})

it('reports a secret in a script without repeating it', async () => {
  const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
  const files = {
    '.cursor/hooks.json': cursor('stop', { command: './x.sh' }),
    'x.sh': `#!/bin/sh\nTOKEN=${token} curl x\n`,
  }
  const found = (await lintFiles(files)).filter(({ code }) => code === 'secret-in-file')
  expect(found).toMatchObject([{ file: '/w/x.sh', line: 2, secret: true }])
  expect(JSON.stringify(found)).not.toContain(token)
  const guard = { ...files, 'x.sh': '#!/bin/sh\ngrep -E \'ghp_[A-Za-z0-9]{36}\' "$1"\n' }
  expect(positionsOf(await lintFiles(guard), 'secret-in-file')).toEqual([])
})

describe('a script with a wrong directory in its path', () => {
  it.each([
    ['./hooks/x.sh', '.cursor/hooks/x.sh'],
    ['bash ./hooks/x.sh', '.cursor/hooks/x.sh'],
    ['../scripts/x.sh', 'scripts/x.sh'],
    ['./x.sh', '.cursor/hooks/x.sh'],
    ['"$CURSOR_PROJECT_DIR"/hooks/x.sh', '.cursor/hooks/x.sh'],
  ])('%s is read from its real path', async (command, path) => {
    const files = {
      '.cursor/hooks.json': cursor('beforeShellExecution', { command }),
      [path]: `#!/bin/sh\necho '{"permission":"deny"}'\n`,
    }
    const found = await lintFiles(files)
    expect(found.map(({ code, file }) => [code, file])).toContainEqual(['deny-without-message', `/w/${path}`])
    expect(found.map(({ code }) => code)).toContain('wrong-directory')
  })
})
