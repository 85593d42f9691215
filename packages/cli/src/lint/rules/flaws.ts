/** Defects that only the flow of a script shows. */
import type { Flaw } from '../code/reading.ts'
import type { CodeContext } from '../context.ts'
import type { Found, Rule } from '../rule.ts'

type Told = Pick<Found, 'message' | 'hint'>

const flawsOf = (code: CodeContext, kind: Flaw['kind'], told: (flaw: Flaw) => Told): readonly Found[] =>
  code.reading.flaws.filter((flaw) => flaw.kind === kind).map((flaw) => ({ at: code.at(flaw.offset), ...told(flaw) }))

/** JSON made by pasting variables into text: the first quotation mark in a value breaks it. */
export const jsonByPasting: Rule = {
  code: 'json-by-pasting',
  looksAt: 'code',
  find: (code) =>
    flawsOf(code, 'pasted', () => ({
      message: 'JSON is pasted together here: a quotation mark or line break in the variable breaks it',
      hint: 'Build it with jq -n --arg, or in a language with a JSON library.',
    })),
}

export const stdinReadTwice: Rule = {
  code: 'stdin-read-twice',
  looksAt: 'code',
  find: (code) =>
    flawsOf(code, 'read-twice', ({ name }) => ({
      message: `stdin is empty here: ${name} has already read the event to its end`,
      hint: 'Read the event once into a variable (input=$(cat)) and use that.',
    })),
}

export const programOnStdin: Rule = {
  code: 'program-on-stdin',
  looksAt: 'code',
  find: (code) =>
    flawsOf(code, 'program-on-stdin', ({ name }) => ({
      message: `${name} gets its program on stdin, so the program cannot read the event from there`,
      hint: `Pass the program with ${name?.startsWith('python') ? '-c' : '-e'}, or hand the event over in a variable.`,
    })),
}

export const lostInSubshell: Rule = {
  code: 'lost-in-subshell',
  looksAt: 'code',
  find: (code) => [...lostVariables(code), ...lostExits(code)],
}

const lostVariables = (code: CodeContext): readonly Found[] =>
  flawsOf(code, 'lost-in-subshell', ({ name }) => ({
    message: `\`${name}\` is set in a subshell (a part of a pipe): after it the variable has its old value`,
    hint: 'Feed the loop with `done < <(command)` in bash, or decide inside the loop.',
  }))

const lostExits = (code: CodeContext): readonly Found[] =>
  flawsOf(code, 'exit-in-subshell', ({ name }) => ({
    message: `\`exit ${name}\` ends only this subshell (a part of a pipe, or brackets): the script goes on`,
    hint: 'Use { …; } instead of ( … ), or feed the loop with `done < <(command)`.',
  }))

/** A deny that does not end the script, and another reply after it. */
export const twoReplies: Rule = {
  code: 'text-before-reply',
  looksAt: 'code',
  find: (code) =>
    flawsOf(code, 'two-replies', () => ({
      message: 'after this reply the script goes on and prints another one: the two together are not JSON',
      hint: 'Add exit 0 after it.',
    })),
}
