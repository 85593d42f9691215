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
