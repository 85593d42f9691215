/** Reports defects that the control flow and data flow of a script show. */
import type { Flaw } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

type FlawText = Pick<RuleFinding, 'message' | 'hint'>

const findFlaws = (code: CodeContext, kind: Flaw['kind'], explain: (flaw: Flaw) => FlawText): readonly RuleFinding[] =>
  code.reading.flaws
    .filter((flaw) => flaw.kind === kind)
    .map((flaw) => ({ at: code.at(flaw.offset), ...explain(flaw) }))

/** Reports JSON that is built by inserting variables into text: a quotation mark in a value breaks it. */
export const jsonByPasting: Rule = {
  code: 'json-by-pasting',
  checks: 'code',
  find: (code) =>
    findFlaws(code, 'pasted', () => ({
      message: 'this inserts a variable into JSON text: a quotation mark or line break in its value breaks the JSON',
      hint: 'Build it with jq -n --arg, or in a language with a JSON library.',
    })),
}

export const stdinReadTwice: Rule = {
  code: 'stdin-read-twice',
  checks: 'code',
  find: (code) =>
    findFlaws(code, 'read-twice', ({ name }) => ({
      message: `stdin is empty here, because ${name} has already read the whole event`,
      hint: 'Read the event once into a variable (input=$(cat)) and use the variable.',
    })),
}

export const programOnStdin: Rule = {
  code: 'program-on-stdin',
  checks: 'code',
  find: (code) =>
    findFlaws(code, 'program-on-stdin', ({ name }) => ({
      message: `${name} reads its program from stdin, so the program cannot read the event from there`,
      hint: `Pass the program with ${name?.startsWith('python') ? '-c' : '-e'}, or pass the event in a variable.`,
    })),
}

export const lostInSubshell: Rule = {
  code: 'lost-in-subshell',
  checks: 'code',
  find: (code) => [...lostVariables(code), ...lostExits(code)],
}

const lostVariables = (code: CodeContext): readonly RuleFinding[] =>
  findFlaws(code, 'lost-in-subshell', ({ name }) => ({
    message: `\`${name}\` is set in a subshell (a part of a pipe) and has its old value after it`,
    hint: 'Feed the loop with `done < <(command)` in bash, or decide inside the loop.',
  }))

const lostExits = (code: CodeContext): readonly RuleFinding[] =>
  findFlaws(code, 'exit-in-subshell', ({ name }) => ({
    message: `\`exit ${name}\` ends only this subshell (a part of a pipe, or parentheses), and the script goes on`,
    hint: 'Use { …; } instead of ( … ), or feed the loop with `done < <(command)`.',
  }))

/** Reports a check whose result never reaches the reply. */
export const lostAnswer: Rule = {
  code: 'always-allows',
  checks: 'code',
  find: (code) =>
    code.contexts.some(({ entry }) => isGate(entry.event))
      ? [
          ...findFlaws(code, 'lost-answer', ({ name = '' }) => lostAnswers[name] ?? lostAnswers.result),
          ...findFlaws(code, 'text-as-file', ({ name }) => ({
            message: `\`${name}\` searches a file of that name instead of the text, so it never matches`,
            hint: 'Write printf \'%s\' "$command" | grep -q …, or use [[ … =~ … ]].',
          })),
        ]
      : [],
}

const lostAnswers: Readonly<Record<string, FlawText>> & { readonly result: FlawText } = {
  callback: {
    message: '`return` leaves only the callback: forEach discards the value, and the function goes on',
    hint: 'Use for (const x of list), or list.some() and list.find().',
  },
  result: {
    message: 'this call returns the reply, but nothing uses it, so the refusal is lost',
    hint: 'Print the result as JSON, or use it in a condition.',
  },
  local: {
    message: 'this sets a local variable of the function; the variable outside keeps its value',
    hint: 'Return the value, or declare the name with `global`.',
  },
}

/** Reports `"{ ""user_message"": ""$x"" }"` in PowerShell. */
export const pastedInPowerShell: Rule = {
  code: 'json-by-pasting',
  checks: 'script',
  find({ path, lines }): readonly RuleFinding[] {
    if (!path.toLowerCase().endsWith('.ps1')) return []
    return lines.flatMap((text, at) => {
      const found =
        /"\{.*(?:""|`")[\w-]+(?:""|`")\s*:\s*(?:""|`")(?:(?!""|`").)*\$[\w({]/.exec(text) ??
        /'\{.*"[\w-]+"\s*:\s*"[^"']*'\s*\+\s*\$/.exec(text)
      const message =
        'this inserts a variable into JSON text: a quotation mark or backslash in its value breaks the JSON'
      const hint = 'Build it with @{ … } | ConvertTo-Json -Compress.'
      return found === null ? [] : [{ at: { line: at + 1, column: found.index + 1 }, message, hint }]
    })
  },
}

/** Reports a deny that does not end the script, so that another reply follows. */
export const twoReplies: Rule = {
  code: 'text-before-reply',
  checks: 'code',
  find: (code) =>
    findFlaws(code, 'two-replies', () => ({
      message: 'the script goes on after this reply and prints another one; two replies are not valid JSON',
      hint: 'Add exit 0 after it.',
    })),
}
