import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Effect, Run } from '../flow.ts'
import { createHooks } from '../node/create-hooks.ts'

const root = mkdtempSync(join(tmpdir(), 'hookline-rules-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const words = ['rm', '-rf', 'git', 'push', '--force', 'é', '😀', 'src/a.ts', '&&', 'x']
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(' '))
const leaf = fc.oneof(
  fc.tuple(fc.constantFrom('contains', 'not_contains', 'equals', 'starts_with', 'ends_with'), text),
  fc.tuple(
    fc.constant('regex'),
    fc.constantFrom('rm\\s+-rf', 'git.*push', '(x+)+\\1$', '(?<!git )push', 'p[a-z]+h', '^$', 'é\\s', '[^ ]+'),
  ),
  fc.tuple(fc.constant('regex_match'), fc.constantFrom('RM\\s+-RF', '\\bpush\\Z', '(?P<a>x)')),
  fc.tuple(fc.constant('glob'), fc.constantFrom('*.ts', 'src/*')),
)
const field = fc
  .tuple(fc.constantFrom('tool_input.command', 'tool_input.*', 'transcript', 'absent'), fc.boolean(), leaf)
  .map(([field, ignore_case, [operator, value]]): object => ({ field, ignore_case, [operator]: value }))
const shell = fc
  .tuple(fc.constantFrom('rm', 'git'), fc.subarray(['push', '-rf', '--force']))
  .map(([program, list]): object => ({ program, ...(list.length === 0 ? {} : { words: list }) }))
const { condition } = fc.letrec<{ condition: object }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: field },
    shell,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('condition').map((not) => ({ not })),
  ),
}))
const entry = fc
  .record(
    {
      when: condition,
      verdict: fc.constantFrom('deny', 'ask', 'allow'),
      mode: fc.constantFrom('enforce', 'monitor'),
      failClosed: fc.boolean(),
    },
    { requiredKeys: ['when'] },
  )
  .map(({ when, verdict, ...rest }) => ({
    type: 'rule' as const,
    ...rest,
    rule: { when, ...(verdict === undefined ? {} : { verdict }), agent_message: 'a rule' },
  }))

async function fire(entries: readonly object[], command: string, edition: 'hookline' | '2.4'): Promise<Effect> {
  const named = entries.map((one, at) => ({ name: `rule ${at}`, ...one }))
  const hooks = await createHooks({
    workspaceRoots: [root],
    home: root,
    env: { HOME: root },
    edition,
    watch: false,
    // Generated entries are as free as those of a file.
    hooks: { preToolUse: named as never },
  })
  const effect = await hooks.fire('preToolUse', {
    tool_name: 'Shell',
    tool_input: { command },
    cwd: root,
    tool_use_id: 't',
  })
  await hooks.close()
  return effect
}

/** Without what differs between any two runs. */
const seen = (run: Run) => ({ ...run, id: '', entry: '', startedAt: '', durationMs: 0 })
const rank = { allow: 0, ask: 1, deny: 2 }
const strictest = (effects: readonly Effect[]) =>
  effects.map(({ verdict }) => verdict).reduce((a, b) => (rank[b] > rank[a] ? b : a), 'allow')

test.each(['hookline', '2.4'] as const)('in edition %s, rules that run together run as each alone', async (edition) => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 2, maxLength: 8 }), text, async (entries, command) => {
      const together = await fire(entries, command, edition)
      const alone: Effect[] = []
      for (const one of entries) alone.push(await fire([one], command, edition))
      const runs = alone.flatMap((effect) => effect.runs)
      expect(together.runs.map(seen)).toEqual(runs.slice(0, together.runs.length).map(seen))
      expect(together.plan.skipped.map(({ why }) => why)).toEqual(
        runs.slice(together.runs.length).map(() => 'first-answer'),
      )
      expect(together.verdict).toBe(strictest(alone.slice(0, together.runs.length)))
      const deciding = alone.flatMap(({ verdict, because }, at) =>
        verdict === together.verdict && because.entries.length > 0 && at < together.runs.length ? [`rule ${at}`] : [],
      )
      if (together.verdict === 'deny')
        expect(deciding).toEqual(expect.arrayContaining(together.because.entries.map(({ name }) => name)))
    }),
    { numRuns: 60 },
  )
})

test('many rules run as the same rules in two halves, of which each rule is looked at', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 40, maxLength: 40 }), text, async (entries, command) => {
      const together = await fire(entries, command, 'hookline')
      const halves = await Promise.all(
        [entries.slice(0, 20), entries.slice(20)].map((half) => fire(half, command, 'hookline')),
      )
      expect(together.runs.map(seen)).toEqual(halves.flatMap(({ runs }) => runs).map(seen))
    }),
    { numRuns: 40 },
  )
})
