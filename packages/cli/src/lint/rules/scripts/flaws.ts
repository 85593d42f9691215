/** Defects that only the flow of a script shows. */
import type { Flaw } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

type Told = Pick<RuleFinding, 'message' | 'hint'>

const flawsOf = (code: CodeContext, kind: Flaw['kind'], told: (flaw: Flaw) => Told): readonly RuleFinding[] =>
  code.reading.flaws.filter((flaw) => flaw.kind === kind).map((flaw) => ({ at: code.at(flaw.offset), ...told(flaw) }))

/** JSON made by pasting variables into text: the first quotation mark in a value breaks it. */
export const jsonByPasting: Rule = {
  code: 'json-by-pasting',
  checks: 'code',
  find: (code) =>
    flawsOf(code, 'pasted', () => ({
      message: 'JSON is pasted together here: a quotation mark or line break in the variable breaks it',
      hint: 'Build it with jq -n --arg, or in a language with a JSON library.',
    })),
}

export const stdinReadTwice: Rule = {
  code: 'stdin-read-twice',
  checks: 'code',
  find: (code) =>
    flawsOf(code, 'read-twice', ({ name }) => ({
      message: `stdin is empty here: ${name} has already read the event to its end`,
      hint: 'Read the event once into a variable (input=$(cat)) and use that.',
    })),
}

export const programOnStdin: Rule = {
  code: 'program-on-stdin',
  checks: 'code',
  find: (code) =>
    flawsOf(code, 'program-on-stdin', ({ name }) => ({
      message: `${name} gets its program on stdin, so the program cannot read the event from there`,
      hint: `Pass the program with ${name?.startsWith('python') ? '-c' : '-e'}, or hand the event over in a variable.`,
    })),
}

export const lostInSubshell: Rule = {
  code: 'lost-in-subshell',
  checks: 'code',
  find: (code) => [...lostVariables(code), ...lostExits(code)],
}

const lostVariables = (code: CodeContext): readonly RuleFinding[] =>
  flawsOf(code, 'lost-in-subshell', ({ name }) => ({
    message: `\`${name}\` is set in a subshell (a part of a pipe): after it the variable has its old value`,
    hint: 'Feed the loop with `done < <(command)` in bash, or decide inside the loop.',
  }))

const lostExits = (code: CodeContext): readonly RuleFinding[] =>
  flawsOf(code, 'exit-in-subshell', ({ name }) => ({
    message: `\`exit ${name}\` ends only this subshell (a part of a pipe, or brackets): the script goes on`,
    hint: 'Use { …; } instead of ( … ), or feed the loop with `done < <(command)`.',
  }))

/** A check whose answer never reaches the reply. */
export const lostAnswer: Rule = {
  code: 'always-allows',
  checks: 'code',
  find: (code) =>
    code.contexts.some(({ entry }) => isGate(entry.event))
      ? [
          ...flawsOf(code, 'lost-answer', ({ name = '' }) => lostAnswers[name] ?? lostAnswers.result),
          ...flawsOf(code, 'text-as-file', ({ name }) => ({
            message: `\`${name}\` looks for a file of that name: the text is not searched, and nothing is found`,
            hint: 'Write printf \'%s\' "$command" | grep -q …, or use [[ … =~ … ]].',
          })),
        ]
      : [],
}

const lostAnswers = {
  callback: {
    message: '`return` leaves only the callback: forEach throws the value away, and the function goes on',
    hint: 'Use for (const x of list), or list.some() and list.find().',
  },
  result: {
    message: 'this call returns the answer, and nothing uses it: the refusal is lost',
    hint: 'Print the result as JSON, or decide by it.',
  },
  local: {
    message: 'this sets a local name of the function: the variable outside keeps its value',
    hint: 'Return the value, or declare the name with `global`.',
  },
} as Readonly<Record<string, Told>> & { readonly result: Told }

/** `"{ ""user_message"": ""$x"" }"` in PowerShell. */
export const pastedInPowerShell: Rule = {
  code: 'json-by-pasting',
  checks: 'script',
  find({ path, lines }): readonly RuleFinding[] {
    if (!path.toLowerCase().endsWith('.ps1')) return []
    return lines.flatMap((text, at) => {
      const found =
        /"\{.*(?:""|`")[\w-]+(?:""|`")\s*:\s*(?:""|`")(?:(?!""|`").)*\$[\w({]/.exec(text) ??
        /'\{.*"[\w-]+"\s*:\s*"[^"']*'\s*\+\s*\$/.exec(text)
      const message = 'JSON is pasted together here: a quotation mark or backslash in the variable breaks it'
      const hint = 'Build it with @{ … } | ConvertTo-Json -Compress.'
      return found === null ? [] : [{ at: { line: at + 1, column: found.index + 1 }, message, hint }]
    })
  },
}

/** A deny that does not end the script, and another reply after it. */
export const twoReplies: Rule = {
  code: 'text-before-reply',
  checks: 'code',
  find: (code) =>
    flawsOf(code, 'two-replies', () => ({
      message: 'after this reply the script goes on and prints another one: the two together are not JSON',
      hint: 'Add exit 0 after it.',
    })),
}
