/** Reads `verify` of a prompt hook (CONTRACT §8). What is wrong in it takes a right away, and never the hook. */
import type { EntryType, Verify } from '../../flow.ts'
import { verifyLimits } from '../../protocol/hooks-file.ts'
import { type Member, memberOf, type ObjectNode, plain } from '../jsonc.ts'
import { describeNode } from '../read-values.ts'
import type { Reader } from '../reader.ts'

/** An agent's own hooks that look at files: as much as `"verify": {}` allows. */
export const usualVerify: Verify = {
  read: true,
  commands: [],
  rounds: verifyLimits.rounds.usual,
  tokens: verifyLimits.tokens.usual,
}
const noRights: Verify = { ...usualVerify, read: false }
const knownKeys: readonly string[] = ['read', 'commands', 'rounds', 'tokens', 'dollars']

export function readVerify(member: Member | undefined, reader: Reader): { readonly verify?: Verify } {
  if (member === undefined) return {}
  const node = member.value
  if (node.kind !== 'object') {
    const message = `\`verify\` is ${describeNode(node)}; the model may not read or run anything`
    reader.report('wrong-type', node.at, message, 'Write "verify": { "read": true, "commands": ["git diff --stat"] }.')
    return { verify: noRights }
  }
  for (const { key, keyAt } of node.members)
    if (!knownKeys.includes(key))
      reader.report('unknown-key', keyAt, `\`${key}\` is not a key of \`verify\`, so it has no effect`, 'Remove it.')
  const dollars = readDollars(memberOf(node, 'dollars'), reader)
  return {
    verify: {
      read: readFiles(memberOf(node, 'read'), reader),
      commands: readCommands(memberOf(node, 'commands'), reader),
      rounds: readCount(node, 'rounds', reader),
      tokens: readCount(node, 'tokens', reader),
      ...(dollars === undefined ? {} : { dollars }),
    },
  }
}

/** Only a prompt hook asks a model. */
export function reportVerify(member: Member | undefined, type: EntryType | undefined, { report }: Reader): void {
  if (member !== undefined && type !== undefined && type !== 'prompt')
    report(
      'verify-ignored',
      member.keyAt,
      `a hook of type "${type}" asks no model, so \`verify\` has no effect`,
      'Remove it.',
    )
}

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== '')

function readFiles(member: Member | undefined, reader: Reader): Verify['read'] {
  if (member === undefined) return true
  const value = plain(member.value)
  if (typeof value === 'boolean' || isStrings(value)) return value
  const message = `\`read\` is ${describeNode(member.value)}; the model may not read files`
  reader.report('wrong-type', member.value.at, message, 'Write true, false or a list of patterns, such as ["src/**"].')
  return false
}

function readCommands(member: Member | undefined, reader: Reader): readonly string[] {
  if (member === undefined) return []
  const value = plain(member.value)
  if (isStrings(value)) return [...new Set(value)]
  const message = '`commands` must be a list of commands; the model may not run any'
  reader.report('wrong-type', member.value.at, message, 'Write "commands": ["git diff --stat"].')
  return []
}

function readCount(node: ObjectNode, key: keyof typeof verifyLimits, reader: Reader): number {
  const { usual, most } = verifyLimits[key]
  const member = memberOf(node, key)
  if (member === undefined) return usual
  const value = plain(member.value)
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  const used = typeof value === 'number' && value > most ? most : usual
  const message = `\`${key}\` is ${describeNode(member.value)}; ${used} is used`
  reader.report('wrong-type', member.value.at, message, `Write a whole number from 1 to ${most}.`)
  return used
}

/** A limit that cannot be read is 0: the model is not asked, rather than without the limit. */
function readDollars(member: Member | undefined, reader: Reader): number | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  if (typeof value === 'number' && value > 0) return value
  const message = `\`dollars\` is ${describeNode(member.value)}; nothing may be spent, so the hook fails`
  reader.report('wrong-type', member.value.at, message, 'Write a number above 0, such as 0.05, or remove `dollars`.')
  return 0
}
