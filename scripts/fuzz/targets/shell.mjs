// Shell text (F7): every text is read within its budget, and text beside a dangerous command does not hide it.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parse } from 'yaml'
import { readShell } from '../../../packages/core/dist/shell/index.js'
import { judge } from '../../../packages/packs/dist/shell-guard/judge.js'
import { fuzzText } from '../../../packages/packs/dist/testing/fuzz-text.js'
import { mutated, text } from '../inputs.mjs'
import { requireSame, requires } from '../run-target.mjs'

const corpus = (name) =>
  parse(readFileSync(new URL(`../../../packages/packs/corpus/${name}.yaml`, import.meta.url), 'utf8'))
const dangerous = corpus('dangerous').map(({ command }) => command)
const harmless = corpus('harmless').map(({ command }) => command)
const source = { commands: [...dangerous, ...harmless], programs: ['ls', 'git', 'rm', 'curl', 'find', 'xargs', 'sh'] }
const generated = fc.tuple(fc.nat(), fc.nat()).map(([seed, at]) => fuzzText(seed, at, source).text)
const commands = fc.constantFrom(...source.commands)

const where = { roots: ['/work/app'], allowPaths: [] }
const findings = (command) => judge(command, 'high', where)
/** Dangerous commands on one line that the guard finds alone: what is added must not hide them. */
const found = dangerous.filter((command) => !/[\n#]|<<|\\$/.test(command) && findings(command).length > 0)
const quiet = harmless.filter(
  (command) => !/[\n#]|<<|\\$|^(exit|exec|return|set|function|alias|cd)\b|[({]$/.test(command),
)
const beside = fc.constantFrom(...quiet, 'true', ':', 'echo done')
const joint = fc.constantFrom('; ', ' && ', '\n')

export const shell = {
  name: 'shell',
  about: 'shell commands',
  properties: {
    'any text is read without an exception, twice in the same way': {
      arbitrary: fc.oneof(text, generated, mutated(commands)),
      check: (command) => requireSame(() => readShell(command)),
    },
    'the guard judges any text without an exception': {
      arbitrary: fc.oneof(text, generated, mutated(commands)),
      check: (command) => void findings(command),
    },
    'a harmless command before or after a dangerous one does not hide it': {
      arbitrary: fc.record({
        before: fc.array(beside, { maxLength: 3 }),
        command: fc.constantFrom(...found),
        after: fc.array(beside, { maxLength: 3 }),
        joint,
      }),
      check: ({ before, command, after, joint: between }) =>
        requires(findings([...before, command, ...after].join(between)).length > 0, 'nothing was found'),
    },
    'much text before a dangerous command does not hide it': {
      arbitrary: fc.record({ command: fc.constantFrom(...found), times: fc.integer({ min: 1, max: 400 }), joint }),
      check: ({ command, times, joint: between }) => {
        const whole = `${`echo a${between}`.repeat(times)}${command}`
        requires(findings(whole).length > 0 || readShell(whole).doubts.length > 0, 'nothing was found')
      },
    },
  },
}
