/** A script for Cursor without Hookline: sh starts Python 3, which reads the rule as data. No pattern and no message becomes shell text. */
import { eventRows } from '../../protocol/events/index.ts'
import { type Conversion, type Converted, entryName, messageOf } from './convert.ts'
import { program, readTranscript, reply } from './program.ts'
import { Constant, pythonLiteral, pythonText } from './python-literal.ts'
import type { Written } from './targets.ts'
import type { HookifyRule } from './types.ts'

export interface Script {
  /** Below `.cursor/hooks`. */
  readonly name: string
  readonly text: string
}

export function scriptOf({ rule, hooks }: Conversion): Script {
  const name = scriptName(rule.slug)
  // A rule that blocks also blocks when it cannot be checked. A rule that only warns fails without blocking.
  const [status, result] = rule.action === 'block' ? [2, 'the action is refused'] : [1, 'the rule is not checked']
  const text = `#!/bin/sh
# Generated from: .claude/hookify.${line(rule.slug)}.local.md
# Description: ${line(rule.message.split('\n')[0] ?? '')}
#
# This hook reads an event as JSON on stdin and prints its decision as JSON on stdout. It needs Python 3.
# To change the rule, edit the file it was generated from and run the import again.

if ! command -v python3 > /dev/null 2>&1; then
  echo "${name}: python3 was not found, so ${result}. Install Python 3 (https://www.python.org) to use this rule." >&2
  exit ${status}
fi

# -I and -S keep the workspace, the environment and installed packages from changing what Python imports.
python3 -I -S -X utf8 -W ignore -c '${pythonOf(name, rule, hooks)}'

# Python ends with 0 after a reply and with 2 after a refusal. With any other status it did not run to its end.
status=$?
if [ $status -ne 0 ] && [ $status -ne 2 ]; then
  echo "${name}: python3 failed with status $status, so ${result}." >&2
  exit ${status}
fi
exit $status
`
  return { name, text }
}

function pythonOf(script: string, rule: HookifyRule, hooks: readonly Converted[]): string {
  const constants: readonly Named[] = [
    [messageOf(rule), new Constant('TITLED_MESSAGE')],
    [rule.message, new Constant('MESSAGE')],
  ]
  const behaviours = hooks.map((hook) => [
    hook.event,
    { when: conditionOf(hook.when), ...answersOf(hook, rule, constants) },
  ])
  const usesTranscript = hooks.some(({ when }) => fieldsIn(when).includes('transcript'))
  return `
import json, os, re, sys

SCRIPT = ${pythonLiteral(script)}
MESSAGE = ${pythonText(rule.message)}
TITLED_MESSAGE = ${pythonLiteral(`**[${rule.name}]**\n`)} + MESSAGE

# For each event: when the rule applies, the reply if it does, and the reply otherwise.
RULE = ${pythonLiteral(Object.fromEntries(behaviours))}
${program}${usesTranscript ? readTranscript : ''}${reply}`
}

type Named = readonly [text: string, name: Constant]

/** Writes a condition of a rule hook as hookify does: fields, operator, pattern. */
function conditionOf(when: Written): Written {
  for (const group of ['all', 'any'])
    if (Array.isArray(when[group])) return { [group]: when[group].map((part) => conditionOf(part)) }
  // The negated part of a condition is a condition.
  if (when.not !== undefined) return { not: conditionOf(when.not as Written) }
  const { field, join, ...test } = when
  const [operator, pattern] = Object.entries(test)[0] ?? []
  const fields = [field].flat()
  // Every text starts with an empty one: only the presence of the field counts.
  if (operator === 'starts_with' && pattern === '') return { fields, operator: 'present' }
  return { fields, operator, pattern, ...(join === undefined ? {} : { join }) }
}

const fieldsIn = (when: Written): readonly unknown[] => [
  ...[when.field].flat(),
  // The parts of a condition are conditions.
  ...[when.all, when.any, when.not].flat().flatMap((part) => (part === undefined ? [] : fieldsIn(part as Written))),
]

/** The entry as it is written in a hooks.json. */
export const scriptEntry = (name: string, { event, matcher, verdict }: Converted): Written => ({
  command: `.cursor/hooks/${name}`,
  ...(matcher === undefined ? {} : { matcher }),
  ...(verdict === 'deny' && eventRows[event].gate.kind !== 'none' ? { failClosed: true } : {}),
})

/** Returns what the script prints. An event whose reply has no field for the message gets it on stderr. */
function answersOf({ event, verdict, says }: Converted, rule: HookifyRule, constants: readonly Named[]): Written {
  const { gate } = eventRows[event]
  const decision = (permission: 'allow' | 'deny' | 'ask'): Written =>
    gate.kind === 'none' ? {} : gate.kind === 'continue' ? { continue: permission === 'allow' } : { permission }
  const constantFor = (text: string) => constants.find(([one]) => one === text)?.[1] ?? text
  const messages = Object.entries(says).map(([field, text]) => [field, constantFor(text)])
  return {
    reply: { ...decision(verdict ?? 'allow'), ...Object.fromEntries(messages) },
    otherwise: decision('allow'),
    ...(messages.length === 0 ? { stderr: constantFor(messageOf(rule)) } : {}),
  }
}

/** Keeps line ends and invisible characters out of a comment. */
const line = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, 200)

/** Keeps only characters without a meaning for the shell. If that changes the name, a hash keeps names distinct. */
export function scriptName(slug: string): string {
  const plain = slug.replace(/[^A-Za-z0-9._-]/g, '-')
  return `${entryName(plain === slug ? slug : `${plain}-${hashOf(slug)}`)}.sh`
}

function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
