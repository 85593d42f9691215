import { describe, expect, it } from 'vitest'
import { blocksWithout, callsHookline, orElse, orElseInBoth, orElseInPowerShell } from './self-call.ts'

describe('an entry that calls Hookline', () => {
  it.each([
    'hookline run --host claude --installed',
    '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/hookline run --host claude',
    "'/opt/my node/bin/node' '/opt/x y/hookline.cjs' run --host cursor",
    'npx --no-install hookline run --host claude',
    'pnpm exec hookline run --host claude',
    'FOO=1 hookline run --host claude',
    'C:\\Tools\\node.exe C:\\Tools\\hookline.cjs run --host claude',
    "'/opt/node' '/opt/hookline.cjs' run --host claude --installed || exit 2",
    'hookline run --host claude||exit 2 ',
    'hookline run --host claude || exit 1',
    "& 'C:\\Program Files\\node.exe' 'C:\\x\\hookline.cjs' run --host cursor",
    "& 'C:\\x y\\native\\win32-x64\\hookline.exe' run --host cursor --installed --node 'C:\\node.exe'",
    `& 'C:\\node.exe' 'C:\\hookline.cjs' run --host cursor${orElseInPowerShell.refuse('It is gone.')}`,
    `hookline run --host cursor${orElseInPowerShell.reply('{"permission":"deny"}')}`,
    `hookline run --host cursor${orElseInBoth(orElseInPowerShell.goOn('It is gone.'), orElse.goOn('It is gone.'))}`,
    `hookline run --host cursor${orElseInBoth(orElseInPowerShell.refuse('It is gone.'), '')}`,
  ])('is recognised: %s', (command) => expect(callsHookline({ command })).toBe(true))

  it.each([
    ['hookline', ['run', '--host', 'claude'], true],
    ['/opt/node', ['/opt/x y/hookline.cjs', 'run', '--host', 'claude'], true],
    ['hookline run --host claude', ['--version'], false],
    ['hookline run --host claude', [], false],
    ['hookline', ['--version', 'run'], false],
    ['hookline run', ['||', 'exit', '2'], false],
  ])('with args is recognised by program and args: %s %j', (command, args, want) =>
    expect(callsHookline({ command, args })).toBe(want),
  )

  it.each([
    undefined,
    './guard.sh',
    'hookline check',
    'hookline',
    './guard.sh hookline run',
    'hookline run --host claude && ./guard.sh',
    'hookline run --host claude || ./guard.sh',
    'hookline run --host claude || true',
    'hookline run --host claude || ./guard.sh || exit 2',
    './guard.sh || exit 2',
    'hookline run --host claude || exit $(./guard.sh)',
    'hookline run --host claude || exit 2; ./guard.sh',
    '|| exit 2',
    './guard.sh; hookline run',
    'hookline run $(./guard.sh)',
    './hookline-guard.sh run',
    "& './guard.ps1' run",
    'hookline run --host cursor; if ($LASTEXITCODE -ne 0) { ./guard.ps1 }',
    `hookline run --host cursor${orElseInPowerShell.goOn('a $(./guard.sh)')}`,
    `hookline run --host cursor${orElseInBoth(orElseInPowerShell.goOn('a'), ' && ./guard.sh')}`,
  ])('is not recognised in %s, which does something else', (command) =>
    expect(callsHookline(command === undefined ? {} : { command })).toBe(false),
  )
})

it('a call blocks without Hookline only with || exit 2', () => {
  expect(blocksWithout('hookline run --host claude || exit 2')).toBe(true)
  expect(blocksWithout('hookline run --host claude || exit 1')).toBe(false)
  expect(blocksWithout('hookline run --host claude')).toBe(false)
  expect(blocksWithout(`hookline run --host cursor${orElseInPowerShell.refuse('It is gone.')}`)).toBe(true)
  expect(blocksWithout(`hookline run --host cursor${orElseInPowerShell.goOn('It is gone.')}`)).toBe(false)
})
