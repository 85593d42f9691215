import { expect, it } from 'vitest'
import { type Files, lintFiles } from '../testing/lint-files.ts'
import { planChanges } from './plan.ts'

/** A right file of each format, with what is not part of the mistake around it. */
const formats: Readonly<Record<string, string>> = {
  '.cursor/hooks.json': `{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      { "command": ".cursor/hooks/g.sh", "timeout": 30, "failClosed": true }
    ],
    "afterFileEdit": [{ "command": ".cursor/hooks/g.sh" }],
    "stop":   [ { "command": ".cursor/hooks/g.sh", "loop_limit": 3 } ]
  }
}
`,
  '.hookline/hookline.json': `{
  // kept
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      { "command": ".cursor/hooks/g.sh", "timeout": 30, "failClosed": true, "enabled": false, }
    ],
    "afterFileEdit": [{ "command": ".cursor/hooks/g.sh" }],
    "stop":   [ { "command": ".cursor/hooks/g.sh", "loop_limit": 3 } ]
  }
}
`,
  '.claude/settings.json': `{
  "model":   "x",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "g", "timeout": 30, "async": false }] }
    ],
    "PostToolUse": [{ "hooks": [{ "type": "command", "command": "g" }] }],
    "Stop":   [ { "hooks": [{ "type": "command", "command": "g" }] } ]
  }
}
`,
}
const script = '#!/bin/sh\ncat > /dev/null\necho \'{"permission":"deny","agent_message":"no"}\'\n'

/** Ways to write a name in another case. */
const spellings = (name: string): readonly string[] => {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').split(' ')
  const first = name.charAt(0)
  return [
    name.toLowerCase(),
    name.toUpperCase(),
    (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + name.slice(1),
    words.join('_').toLowerCase(),
    words.join('-').toLowerCase(),
    words.join('_').toUpperCase(),
  ].filter((one) => one !== name)
}
const inQuotes = (value: string): readonly string[] => [`"${value}"`, `" ${value} "`]
const booleans = (value: string): readonly string[] => [
  `"${value}"`,
  `"${value.toUpperCase()}"`,
  `"${value.charAt(0).toUpperCase()}${value.slice(1)}"`,
]

/** What can be written wrongly: a part of a right file, and the ways to get it wrong. */
function mutations(text: string): readonly (readonly [from: string, to: string])[] {
  const values: readonly (readonly [string, readonly string[]])[] = [
    ['"version": 1', inQuotes('1').map((one) => `"version": ${one}`)],
    ['"timeout": 30', [...inQuotes('30'), '"30s"'].map((one) => `"timeout": ${one}`)],
    ['"loop_limit": 3', inQuotes('3').map((one) => `"loop_limit": ${one}`)],
    ['"failClosed": true', booleans('true').map((one) => `"failClosed": ${one}`)],
    ['"enabled": false', booleans('false').map((one) => `"enabled": ${one}`)],
    ['"async": false', booleans('false').map((one) => `"async": ${one}`)],
    ...['beforeShellExecution', 'afterFileEdit', 'stop', 'PreToolUse', 'PostToolUse', 'Stop'].map(
      (name) => [`"${name}":`, [...new Set(spellings(name))].map((one) => `"${one}":`)] as const,
    ),
  ]
  return values.filter(([from]) => text.includes(from)).flatMap(([from, ways]) => ways.map((to) => [from, to] as const))
}

const cases = Object.entries(formats).flatMap(([file, text]) =>
  mutations(text).map(([from, to]) => [file, to, text.replace(from, to), text] as const),
)

async function fixAll(files: Files): Promise<Files> {
  let now = files
  for (let round = 0; round < 8; round++) {
    const changes = planChanges(await lintFiles(now), (name) => now[name.replace('/w/', '')]).filter(
      (change) => change.kind === 'text',
    )
    if (changes.length === 0) return now
    now = { ...now, ...Object.fromEntries(changes.map(({ file, after }) => [file.replace('/w/', ''), after])) }
  }
  throw new Error('the fixes do not end')
}

it('there are enough of them', () => expect(cases.length).toBeGreaterThan(60))

it.each(cases)('%s: %s is fixed, and no other byte changes', async (file, _, wrong, right) => {
  const scripts = { '.cursor/hooks/g.sh': script }
  expect(wrong).not.toBe(right)
  expect((await lintFiles({ [file]: wrong, ...scripts })).length).toBeGreaterThan(
    (await lintFiles({ [file]: right, ...scripts })).length,
  )
  expect((await fixAll({ [file]: wrong, ...scripts }))[file]).toBe(right)
})

const entry = '{ "command": ".cursor/hooks/g.sh" }'
const call = '{ "type": "command", "command": "g" }'
it.each([
  ['.cursor/hooks.json', '"stop"', entry, `[${entry}]`],
  ['.cursor/hooks.json', '"stop"', '".cursor/hooks/g.sh"', `[${entry}]`],
  ['.cursor/hooks.json', '"stop"', '[".cursor/hooks/g.sh"]', `[${entry}]`],
  ['.hookline/hookline.json', '"stop"', entry, `[${entry}]`],
  ['.hookline/hookline.json', '"stop"', '".cursor/hooks/g.sh"', `[${entry}]`],
  ['.hookline/hookline.json', '"stop"', '[".cursor/hooks/g.sh"]', `[${entry}]`],
  ['.claude/settings.json', '"Stop"', `{ "hooks": [${call}] }`, `[{ "hooks": [${call}] }]`],
  ['.claude/settings.json', '"Stop"', `[${call}]`, `[{ "hooks": [${call}] }]`],
  ['.claude/settings.json', '"Stop"', call, `[{ "hooks": [${call}] }]`],
  ['.claude/settings.json', '"Stop"', `[{ "hooks": ${call} }]`, `[{ "hooks": [${call}] }]`],
  ['.claude/settings.json', '"Stop"', '[{ "hooks": ["g"] }]', `[{ "hooks": [${call}] }]`],
])('%s: an object or a string in %s where a list or an entry belongs: %s', async (file, event, wrong, right) => {
  const textWith = (value: string) => (formats[file] ?? '').replace(new RegExp(`${event}: .*`), `${event}: ${value}`)
  const now = await fixAll({ [file]: textWith(wrong), '.cursor/hooks/g.sh': script })
  expect(now[file]?.replaceAll(/\s+/g, ' ')).toBe(textWith(right).replaceAll(/\s+/g, ' '))
})

it.each([
  ['CRLF', script.replaceAll('\n', '\r\n')],
  ['a first line with CR', script.replace('\n', '\r\n')],
  ['agentMessage', script.replace('agent_message', 'agentMessage')],
])('a script with %s is fixed, whatever file names it', async (_, wrong) => {
  for (const file of ['.cursor/hooks.json', '.hookline/hookline.json']) {
    const now = await fixAll({ [file]: formats[file] ?? '', '.cursor/hooks/g.sh': wrong })
    expect([file, now['.cursor/hooks/g.sh']]).toEqual([file, script])
  }
})
