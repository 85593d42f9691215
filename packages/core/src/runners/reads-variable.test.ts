import { describe, expect, it } from 'vitest'
import { findReadVariable, readVariables } from './reads-variable.ts'

describe('a variable of the event is read', () => {
  it.each([
    ['guard "$command"', ''],
    ['case "${file_path:-}" in *.env) exit 2;; esac', 'guard.sh'],
    ['[ -n "$prompt" ] || exit 0', 'guard'],
    ['const text = process.env.command ?? ""', 'guard.mjs'],
    ['const { command } = process.env', 'guard.ts'],
    ["path = os.environ.get('file_path')", 'guard.py'],
    ['path = os.environ["file_path"]', 'guard.py'],
    ['path = os.getenv("file_path")', 'guard.py'],
    ['text = ENV.fetch("prompt")', 'guard.rb'],
    ['my $text = $ENV{command};', 'guard.pl'],
    ['if ($env:command -match "rm") { exit 2 }', 'guard.ps1'],
    ['printenv command | grep -q rm && exit 2', 'guard.sh'],
  ])('in %s', (text, path) => expect(findReadVariable(text, path)).toBeDefined())
})

describe('any variable may be read', () => {
  it.each([
    ['env | grep -q ^command= && exit 2', 'guard.sh'],
    ['v=command; case "${!v}" in rm*) exit 2;; esac', 'guard.sh'],
    ['declare -n text=command', 'guard.sh'],
    ['export -p', 'guard.sh'],
    ["tr '\\0' '\\n' < /proc/self/environ", 'guard.sh'],
    [`awk 'BEGIN { for (k in ENVIRON) print ENVIRON[k] }'`, 'guard.sh'],
    [`jq -n '$ENV'`, 'guard.sh'],
    ["python3 -c 'import os; print(os.environ)'", 'guard.sh'],
    ['const variables = process.env\nuse(variables.command)', 'guard.mjs'],
    ['const {\n  command,\n  HOME,\n} = process.env', 'guard.mjs'],
    ['const { HOME, ...rest } = process.env', 'guard.mjs'],
    ['process.env[name]', 'guard.mjs'],
    ["process.env['comm' + 'and']", 'guard.mjs'],
    ['import { env as own } from "node:process"', 'guard.mjs'],
    ["execSync('printenv')", 'guard.mjs'],
    ['from os import environ as own', 'guard.py'],
    ['print(os.environb[b"command"])', 'guard.py'],
    ['for name, value in os.environ.items(): pass', 'guard.py'],
    ['os.system("guard $command")', 'guard.py'],
    ['p ENV.to_h', 'guard.rb'],
    ['my ($text) = @ENV{qw(command prompt)};', 'guard.pl'],
  ])('in %s', (text, path) => expect(findReadVariable(text, path)).toBeDefined())
})

describe('no variable of the event is read', () => {
  it.each([
    ['./hooks/guard.sh --strict', ''],
    ['command=$(jq -r .command)\ncase $command in rm*) exit 2;; esac', 'guard.sh'],
    ['IFS= read -r command\necho "$command"', 'guard.sh'],
    ['for file_path in a b; do echo "$file_path"; done', 'guard.sh'],
    ['const { command } = JSON.parse(text)\nconsole.log(`ran ${command}`)', 'guard.mjs'],
    ['#!/usr/bin/env node\nconst { command } = input\nconsole.log(`ran ${command}`)', 'guard'],
    ["command = json.load(sys.stdin)['command']", 'guard.py'],
    ['jq -r ".command, .status"', 'guard.sh'],
    ['echo "$commands ${status_code}"', 'guard.sh'],
    ['#!/usr/bin/env bash\n# Loads env\nset -eu\nexport A=1 B\nenv LC_ALL=C sort\necho "${!list[@]}"', 'guard.sh'],
    ['const { HOME, CI: isCi } = process.env\nrun(program, { env: { ...process.env, A: "1" } })', 'guard.mjs'],
    [
      'from os import environ, path\nif "CI" in os.environ: x(os.environ["CI"], os.getenv("A", ""), env=os.environ)',
      'guard.py',
    ],
    ['print $ENV{HOME}; print $ENV{"CI"}', 'guard.pl'],
    ['ENV=prod; [ "$ENV" = prod ]', 'guard.sh'],
    ['const home = process.env.HOME, { status } = await ask()', 'guard.mjs'],
  ])('in %s', (text, path) => expect(findReadVariable(text, path)).toBeUndefined())
})

describe('the variables that a text reads', () => {
  it.each([
    ['curl -H "x: $NPM_TOKEN" ${CI_URL:-x} "$HOME"', 'guard.sh', ['CI_URL', 'HOME', 'NPM_TOKEN']],
    ['TOKEN=$(pass show x)\necho $TOKEN $RANDOM ${BASH_SOURCE[0]} $1 $command', 'guard.sh', []],
    ['for FILE in a b; do echo "$FILE"; done', 'guard.sh', []],
    [
      'const { AWS_REGION, CI: inCi } = process.env\nuse(process.env.NPM_TOKEN)',
      'guard.mjs',
      ['AWS_REGION', 'CI', 'NPM_TOKEN'],
    ],
    ['console.log(`${NAME}`)', 'guard.mjs', []],
    ['os.environ["A_KEY"]; os.environ.get(\'B_KEY\'); os.getenv("C_KEY")', 'guard.py', ['A_KEY', 'B_KEY', 'C_KEY']],
    ['ENV.fetch("A_KEY")', 'guard.rb', ['A_KEY']],
    ['my $key = $ENV{A_KEY};', 'guard.pl', ['A_KEY']],
    ['if ($env:A_KEY) { exit 2 }', 'guard.ps1', ['A_KEY']],
    ['printenv A_KEY', 'guard.sh', ['A_KEY']],
  ])('in %j of %s', (text, path, names) => expect(readVariables(text, path)).toEqual(names))
})
