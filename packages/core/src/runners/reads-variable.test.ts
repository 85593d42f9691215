import { describe, expect, it } from 'vitest'
import { findReadVariable } from './reads-variable.ts'

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
