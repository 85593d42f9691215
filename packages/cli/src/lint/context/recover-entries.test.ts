import { expect, it } from 'vitest'
import { type Files, lintFiles } from '../testing/lint-files.ts'

const evals = '#!/usr/bin/env bash\nfile=$(jq -r .file_path)\neval "aspell list < $file"\n'
const names = async (files: Files) =>
  (await lintFiles(files)).map(({ code, file }) => `${code} ${file.split('/').at(-1)}`)

it.each([
  [
    'a quotation mark that is not escaped',
    '{ "version": 1, "hooks": { "afterFileEdit": [\n{ "command": "jq -r ".file_path" | node a.js" },\n{ "command": "bash x.sh" } ] } }',
  ],
  ['a missing comma', '{ "version": 1 "hooks": { "afterFileEdit": [ { "command": "./x.sh" } ] } }'],
  [
    'single quotation marks',
    '{ "version": 1, "hooks": { "afterFileEdit": [ { \'command\': \'./x.sh\', \'timeout\': 5 } ] } }',
  ],
  [
    'merge conflict markers',
    '{ "version": 1, "hooks": { "afterFileEdit": [\n<<<<<<< HEAD\n{ "command": "./x.sh" }\n=======\n{ "command": "./x.sh", "timeout": 5 }\n>>>>>>> main\n] } }',
  ],
  ['an object in place of a list', '{ "version": 1, "hooks": { "afterFileEdit": { "command": "./x.sh" } } }'],
  ['a list in a list', '{ "version": 1, "hooks": { "afterFileEdit": [ [ { "command": "./x.sh" } ] ] } }'],
  ['events outside `hooks`', '{ "version": 1, "afterFileEdit": [ { "command": "./x.sh" } ] }'],
  ['an event in another case', '{ "version": 1, "hooks": { "AfterFileEdit": [ { "command": "./x.sh" } ] } }'],
  [
    'the shape of Claude Code',
    '{ "version": 1, "hooks": { "afterFileEdit": [ { "hooks": [ { "type": "command", "command": "./x.sh" } ] } ] } }',
  ],
])('reads the script of a file with %s', async (_what, hooks) => {
  expect(await names({ '.cursor/hooks.json': hooks, 'x.sh': evals })).toContain('payload-in-shell x.sh')
})

it('does not check the script of an unknown event by the rules of the event before it', async () => {
  const hooks =
    '{ "hooks": { "PreToolUse": {}, "Notification": [ { "hooks": [ { "type": "command", "command": "./x.sh" } ] } ] } }'
  expect(await names({ '.claude/settings.json': hooks, 'x.sh': evals })).not.toContain('payload-in-shell x.sh')
})

it('reads a script named by a personal Windows path if the project contains it', async () => {
  const command = 'powershell -File C:\\Users\\ann\\shop\\.cursor\\hooks\\x.ps1'
  const hooks = JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command }] } })
  const script = '$e = [Console]::In.ReadToEnd() | ConvertFrom-Json\nInvoke-Expression "x $($e.command)"\n'
  const found = await names({ '.cursor/hooks.json': hooks, '.cursor/hooks/x.ps1': script })
  expect(found).toEqual(expect.arrayContaining(['personal-path hooks.json', 'payload-in-shell x.ps1']))
})

it('reports a flat entry under an unknown event of a Claude Code file, as well as the event', async () => {
  const hooks = '{ "hooks": {\n"preToolUse": [\n{ "matcher": "Bash", "command": "./x.sh" } ] } }'
  const found = (await lintFiles({ '.claude/settings.json': hooks, 'x.sh': 'cat\n' })).map(
    ({ code, line }) => `${code} ${line}`,
  )
  expect(found).toEqual(expect.arrayContaining(['unknown-event 2', 'not-an-entry 3']))
})
