/** Scripts of the kinds that people write as hooks. Each must do the same from a checked copy as from its own place. */
export interface ScriptKind {
  readonly name: string
  readonly command: string
  readonly args?: readonly string[]
  /** By path in the workspace. A text that begins with `#!` is executable. */
  readonly files: Readonly<Record<string, string>>
  /** Links, by path, to a path relative to their directory. */
  readonly links?: Readonly<Record<string, string>>
  /** Further files that are executable. */
  readonly executable?: readonly string[]
  /** The program that it needs. */
  readonly needs?: string
}

const hooks = '.cursor/hooks'
const x = `${hooks}/x.sh`
const sh = (text: string) => `#!/bin/sh\n${text}\n`
const bash = (text: string) => `#!/bin/bash\n${text}\n`
const allow = `echo '{"permission":"allow"}'`
const here = 'DIR="$(cd "$(dirname "$0")" && pwd)"'

export const scriptKinds: readonly ScriptKind[] = [
  // Shell: how it is started.
  { name: 'a script with a first line', command: x, files: { [x]: sh(allow) } },
  { name: 'a script that refuses with exit 2', command: `./${x}`, files: { [x]: sh('echo no >&2\nexit 2') } },
  { name: 'bash and a script', command: `bash ${x}`, files: { [x]: bash(allow) } },
  { name: 'sh with options and arguments', command: `sh -eu ${x} a "b c"`, files: { [x]: 'printf "%s|" "$@"\n' } },
  {
    name: 'a script without a first line',
    command: x,
    files: { [x]: 'echo no first line\n' },
    executable: [x],
  },
  { name: 'arguments with quotes', command: `${x} 'it'\\''s' "a  b" \\$z`, files: { [x]: sh('printf "<%s>" "$@"') } },
  { name: 'a path with blanks', command: `${hooks}/my guard.sh`, files: { [`${hooks}/my guard.sh`]: sh(allow) } },
  {
    name: 'a quoted path with blanks',
    command: `"${hooks}/my guard.sh" x`,
    files: { [`${hooks}/my guard.sh`]: sh('echo "$1"') },
  },
  { name: 'the variable of the project', command: `"$CURSOR_PROJECT_DIR"/${x}`, files: { [x]: sh('echo "$0"') } },
  { name: 'cd and a script', command: `cd ${hooks} && ./x.sh`, files: { [x]: sh('pwd; ls') } },
  { name: 'a shell in a shell', command: `sh -c "cd ${hooks} && ./x.sh one"`, files: { [x]: sh('echo "$1"; pwd') } },
  { name: 'a variable before it', command: `LEVEL=2 ${x}`, files: { [x]: sh('echo "$LEVEL"') } },
  { name: 'env before it', command: `env LEVEL=3 ${x}`, files: { [x]: sh('echo "$LEVEL"') } },
  { name: 'a pipeline', command: `cat | ${x} | tee out.txt`, files: { [x]: sh('grep -c command') } },
  { name: 'a test before it', command: `[ -f ${x} ] && ${x}`, files: { [x]: sh(allow) } },
  {
    name: 'a sourced file in the command',
    command: `. ./${hooks}/env.sh && echo "$LEVEL"`,
    files: { [`${hooks}/env.sh`]: 'LEVEL=4\n' },
  },
  { name: 'a command without a file', command: 'grep -q "rm -rf" && exit 2; echo "{}"', files: {} },
  { name: 'program and arguments', command: `./${x}`, args: ['a b', '$c'], files: { [x]: sh('printf "<%s>" "$@"') } },
  { name: 'an interpreter and arguments', command: 'bash', args: [x, 'a b'], files: { [x]: bash('echo "$1"') } },
  // Shell: what it finds.
  {
    name: 'a file sourced by dirname',
    command: x,
    files: { [x]: sh('. "$(dirname "$0")/lib.sh"\nsay'), [`${hooks}/lib.sh`]: 'say() { echo lib; }\n' },
  },
  {
    name: 'a file sourced by BASH_SOURCE from above',
    command: x,
    files: {
      [x]: bash('source "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"\nsay'),
      '.cursor/lib/common.sh': 'say() { echo common; }\n',
    },
  },
  {
    name: 'a file sourced by a variable',
    command: x,
    files: { [x]: sh(`${here}\n. "$DIR/lib.sh"\nsay`), [`${hooks}/lib.sh`]: 'say() { echo lib; }\n' },
  },
  {
    name: 'a file sourced by a computed name',
    command: x,
    files: {
      [x]: sh('for f in "$(dirname "$0")"/rules.d/*.sh; do . "$f"; done'),
      [`${hooks}/rules.d/a.sh`]: 'echo a\n',
      [`${hooks}/rules.d/b.sh`]: 'echo b\n',
    },
  },
  {
    name: 'another script beside it',
    command: x,
    files: { [x]: sh('"$(dirname "$0")/other.sh" 5'), [`${hooks}/other.sh`]: sh('echo "other $1"') },
  },
  {
    name: 'a Node program beside it',
    command: x,
    files: { [x]: sh('exec node "$(dirname "$0")/y.mjs"'), [`${hooks}/y.mjs`]: 'console.log("y")\n' },
  },
  {
    name: 'a data file beside it',
    command: x,
    files: { [x]: sh('grep -c . "$(dirname "$0")/words.txt"'), [`${hooks}/words.txt`]: 'a\nb\n' },
  },
  {
    name: 'a setting in the directory above',
    command: x,
    files: { [x]: sh('cat "$(dirname "$0")/../level"'), '.cursor/level': '5\n' },
  },
  {
    name: 'package.json by a path from the script',
    command: x,
    files: { [x]: sh('cat "$(dirname "$0")/../../package.json"'), 'package.json': '{"name":"p"}\n' },
  },
  { name: 'its own name', command: x, files: { [x]: sh('basename "$0"; basename "$(dirname "$0")"') } },
  {
    name: 'a link to a script',
    command: `${hooks}/link.sh`,
    files: {
      'tools/real.sh': sh('cat "$(dirname "$0")/data"'),
      [`${hooks}/data`]: 'beside the link\n',
      'tools/data': 'beside the file\n',
    },
    links: { [`${hooks}/link.sh`]: '../../tools/real.sh' },
  },
  {
    name: 'a link and its real path',
    command: `${hooks}/link.sh`,
    files: { 'tools/real.sh': sh('cat "$(dirname "$(readlink -f "$0")")/data"'), 'tools/data': 'beside the file\n' },
    links: { [`${hooks}/link.sh`]: '../../tools/real.sh' },
  },
  {
    name: 'a linked directory',
    command: 'hooks/x.sh',
    files: { [x]: sh('cat "$(dirname "$0")/data"'), [`${hooks}/data`]: 'd\n' },
    links: { hooks },
  },
  { name: 'the event on stdin', command: x, files: { [x]: sh('head -c 1; cat /dev/stdin | grep -c command') } },
  // Shell: what it writes.
  { name: 'a new log beside it', command: x, files: { [x]: sh('echo run >> "$(dirname "$0")/x.log"') } },
  {
    name: 'an old log beside it',
    command: x,
    files: { [x]: sh('echo run >> "$(dirname "$0")/x.log"'), [`${hooks}/x.log`]: 'first\n' },
  },
  {
    name: 'a directory beside it',
    command: x,
    files: { [x]: sh(`${here}\nmkdir -p "$DIR/cache/deep" && echo run >> "$DIR/cache/deep/x"`) },
  },
  {
    name: 'a counter replaced by a rename',
    command: x,
    files: {
      [x]: sh(
        `${here}\nn=$(cat "$DIR/count" 2>/dev/null || echo 0)\necho $((n + 1)) > "$DIR/count.tmp" && mv "$DIR/count.tmp" "$DIR/count"\ncat "$DIR/count"`,
      ),
    },
  },
  {
    name: 'a lock that is a directory',
    command: x,
    files: { [x]: sh(`${here}\nmkdir "$DIR/.lock" || exit 1\necho locked\nrmdir "$DIR/.lock"`) },
  },
  {
    name: 'a temporary file beside it',
    command: x,
    files: { [x]: sh(`${here}\nt=$(mktemp "$DIR/x.XXXXXX") && echo t > "$t" && cat "$t" && rm "$t"`) },
  },
  {
    name: 'a removed neighbour',
    command: x,
    files: {
      [x]: sh(`${here}\n[ -f "$DIR/stale" ] && rm "$DIR/stale" && echo removed; exit 0`),
      [`${hooks}/stale`]: 's\n',
    },
  },
  {
    name: 'a renamed neighbour',
    command: x,
    files: {
      [x]: sh(`${here}\n[ -f "$DIR/a.log" ] && mv "$DIR/a.log" "$DIR/b.log"; cat "$DIR/b.log"`),
      [`${hooks}/a.log`]: 'log\n',
    },
  },
  {
    name: 'an edited neighbour',
    command: x,
    files: { [x]: sh(`${here}\nsed -i s/1/2/ "$DIR/level"; cat "$DIR/level"`), [`${hooks}/level`]: '1\n' },
  },
  {
    name: 'a private file beside it',
    command: x,
    files: { [x]: sh(`${here}\numask 077; echo s > "$DIR/secret"; stat -L -c %a "$DIR/secret"`) },
  },
  {
    name: 'its own directory as working directory',
    command: x,
    files: { [x]: sh('cd "$(dirname "$0")" || exit 1\ncat data\necho run >> runs'), [`${hooks}/data`]: 'd\n' },
  },
  {
    name: 'a log in the working directory',
    command: x,
    files: { [x]: sh('mkdir -p logs && grep -c command >> logs/events') },
  },
  { name: 'a log in the project', command: x, files: { [x]: sh('echo run >> "$CURSOR_PROJECT_DIR/runs.log"') } },
  {
    name: 'a link that it makes',
    command: x,
    files: { [x]: sh(`${here}\nln -sf data "$DIR/latest"; cat "$DIR/latest"`), [`${hooks}/data`]: 'd\n' },
  },
  // Node.
  {
    name: 'a module',
    command: `node ${hooks}/x.mjs`,
    files: { [`${hooks}/x.mjs`]: 'console.log(JSON.stringify({ permission: "allow" }))\n' },
  },
  {
    name: 'an imported module',
    command: `node ${hooks}/x.mjs`,
    files: {
      [`${hooks}/x.mjs`]: "import { a } from './lib/a.mjs'\nconsole.log(a)\n",
      [`${hooks}/lib/a.mjs`]: "export { a } from './b.mjs'\n",
      [`${hooks}/lib/b.mjs`]: 'export const a = 7\n',
    },
  },
  {
    name: 'import.meta.url',
    command: `node ${hooks}/x.mjs`,
    files: {
      [`${hooks}/x.mjs`]:
        "import { readFileSync } from 'node:fs'\nconsole.log(readFileSync(new URL('./data.json', import.meta.url), 'utf8'))\n",
      [`${hooks}/data.json`]: '{"a":1}\n',
    },
  },
  {
    name: 'CommonJS and __dirname',
    command: `node ${hooks}/x.cjs`,
    files: {
      [`${hooks}/x.cjs`]:
        "const { a } = require('./lib')\nconsole.log(a, require('node:fs').readFileSync(__dirname + '/data', 'utf8'))\n",
      [`${hooks}/lib.js`]: 'exports.a = 8\n',
      [`${hooks}/data`]: 'd\n',
    },
  },
  {
    name: 'the type of package.json',
    command: `node ${hooks}/x.js`,
    files: {
      [`${hooks}/x.js`]: "import { basename } from 'node:path'\nconsole.log(basename(import.meta.url))\n",
      'package.json': '{"type":"module"}\n',
    },
  },
  {
    name: 'a package in node_modules',
    command: `node ${hooks}/x.mjs`,
    files: {
      [`${hooks}/x.mjs`]: "import p from 'p'\nconsole.log(p)\n",
      'node_modules/p/package.json': '{"name":"p","main":"main.js"}\n',
      'node_modules/p/main.js': "module.exports = require('./part')\n",
      'node_modules/p/part.js': 'module.exports = 9\n',
    },
  },
  {
    name: 'a computed import',
    command: `node ${hooks}/x.mjs`,
    files: {
      [`${hooks}/x.mjs`]: "const name = ['a', 'b'].join('-')\nconsole.log((await import(`./${name}.mjs`)).default)\n",
      [`${hooks}/a-b.mjs`]: 'export default 10\n',
    },
  },
  {
    name: 'a program of Node with a first line',
    command: `${hooks}/x.mjs a`,
    files: {
      [`${hooks}/x.mjs`]:
        '#!/usr/bin/env node\nimport { basename } from "node:path"\nconsole.log(basename(process.argv[1]), process.argv[2])\n',
    },
  },
  {
    name: 'a file that a module writes beside itself',
    command: `node ${hooks}/x.mjs`,
    files: {
      [`${hooks}/x.mjs`]:
        "import { appendFileSync } from 'node:fs'\nappendFileSync(new URL('./x.jsonl', import.meta.url), '{}\\n')\n",
    },
  },
  {
    name: 'a preloaded module',
    command: `node -r ./${hooks}/pre.cjs ${hooks}/x.mjs`,
    files: { [`${hooks}/pre.cjs`]: 'globalThis.level = 11\n', [`${hooks}/x.mjs`]: 'console.log(globalThis.level)\n' },
  },
  // Python, Perl, Ruby and programs.
  {
    name: 'a Python script',
    command: `python3 ${hooks}/x.py`,
    needs: 'python3',
    files: {
      [`${hooks}/x.py`]: 'import json, sys\njson.load(sys.stdin)\nprint(json.dumps({"permission": "allow"}))\n',
    },
  },
  {
    name: 'a Python module beside it',
    command: `python3 ${hooks}/x.py`,
    needs: 'python3',
    files: { [`${hooks}/x.py`]: 'import helper\nprint(helper.level)\n', [`${hooks}/helper.py`]: 'level = 12\n' },
  },
  {
    name: 'a Python package beside it',
    command: `python3 ${hooks}/x.py`,
    needs: 'python3',
    files: {
      [`${hooks}/x.py`]: 'from pkg.mod import level\nprint(level)\n',
      [`${hooks}/pkg/__init__.py`]: '',
      [`${hooks}/pkg/mod.py`]: 'from . import part\nlevel = part.level\n',
      [`${hooks}/pkg/part.py`]: 'level = 13\n',
    },
  },
  {
    name: '__file__ of Python',
    command: `python3 -u ${hooks}/x.py`,
    needs: 'python3',
    files: {
      [`${hooks}/x.py`]:
        'import pathlib\np = pathlib.Path(__file__).parent\nprint((p / "data").read_text(), p.name)\n(p / "out").write_text("o")\n',
      [`${hooks}/data`]: 'd',
    },
  },
  {
    name: 'a state file, a lock and a directory that Python makes',
    command: `python3 ${hooks}/x.py`,
    needs: 'python3',
    files: {
      [`${hooks}/x.py`]:
        'import os\nd = os.path.dirname(__file__)\nos.mkdir(d + "/x.lock")\nos.makedirs(d + "/cache", exist_ok=True)\nopen(d + "/n.tmp", "w").write("1")\nos.replace(d + "/n.tmp", d + "/n")\nos.rmdir(d + "/x.lock")\nprint("{}")\n',
    },
  },
  {
    name: 'a Python program with a first line',
    command: `${hooks}/x.py`,
    needs: 'python3',
    files: {
      [`${hooks}/x.py`]:
        '#!/usr/bin/env python3\nimport sys, os\nprint(os.path.basename(sys.argv[0]), os.path.basename(sys.path[0]))\n',
    },
  },
  {
    name: 'a Perl script',
    command: `perl ${hooks}/x.pl`,
    needs: 'perl',
    files: {
      [`${hooks}/x.pl`]: 'use FindBin;\nrequire "$FindBin::Bin/lib.pl";\nprint level(), "\\n";\n',
      [`${hooks}/lib.pl`]: 'sub level { 14 }\n1;\n',
    },
  },
  {
    name: 'a Ruby script',
    command: `ruby ${hooks}/x.rb`,
    needs: 'ruby',
    files: { [`${hooks}/x.rb`]: "require_relative 'lib'\nputs level\n", [`${hooks}/lib.rb`]: 'def level = 15\n' },
  },
]

/** Scripts that see that a directory beside or above their copy is a mirror. CONTRACT §5 names them. */
export const differingKinds: readonly ScriptKind[] = [
  {
    name: 'a directory above it as the project',
    command: x,
    files: { [x]: sh('cd "$(dirname "$0")/../.." && find . -type f | sort') },
  },
  {
    name: 'the kind of a neighbour',
    command: x,
    files: { [x]: sh('find "$(dirname "$0")" -name words.txt -type f'), [`${hooks}/words.txt`]: 'a\n' },
  },
  {
    name: 'a removed directory beside it',
    command: x,
    files: { [x]: sh('rm -rf "$(dirname "$0")/cache"'), [`${hooks}/cache/a`]: 'a\n' },
  },
]
