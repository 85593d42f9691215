/** The closed list of notes on a run or an effect: `code`, or `code:what` where it is about something. */
const rows = {
  'cannot-block': () => 'it said no, and this event cannot block',
  'cannot-ask': () => 'it said ask, and nobody can be asked at this event, so it refuses',
  'field-ignored': (what) => `\`${what}\` has no effect here and was ignored`,
  'heard-no': (what) => `\`${what}\` is no word of this event, and its no was heard all the same`,
  'noise-before-reply': () => 'text before the reply was skipped',
  'plain-text': () => 'it printed text that is no reply, which its agent takes as nothing',
  'variable-refused': (what) => `the variable ${what} may not be set by a hook and was refused`,
  'plugin-refused': (what) => `the plugin path ${what} is not absolute and was refused`,
  'ask-has-no-effect': () => 'asking has no effect on this event in this edition',
  'foreign-dialect': () => 'the dialect of this hook has no such event, so it read the usual input',
  'matcher-limit': (what) => `the expression ${what} needs more work than is allowed, so it counted as a match`,
  cut: () => 'a text over 10,000 characters was cut there',
  dropped: () => 'a context over 10,000 characters was dropped',
  monitor: () => 'a hook that only monitors would have decided otherwise',
  cached: () => 'the same question was answered before, and that answer was used',
  redacted: (what) => `a secret (${what}) was taken out before the model was asked`,
  'rewrite-after': (what) => `the agent gets the new text after the act, at its ${what}`,
  'given-later': () => 'the agent does not stop here; the refusal is given at the next prompt or tool call',
  'agent-goes-on': () => 'the hooks refused, and the agent goes on whatever is answered here',
  'fired-and-forgotten': () => 'nobody waits for the hooks of this event',
  'inside-tool': (what) => `the command came inside a call of the tool ${what}`,
  'unknown-tool': (what) => `Hookline does not know the tool ${what}`,
  'engine-error': () => 'Hookline itself failed',
} as const satisfies Readonly<Record<string, (what: string) => string>>

export type NoteCode = keyof typeof rows
export const noteCodes = Object.keys(rows) as readonly NoteCode[]

/** A note as a person reads it; what is not in the list stays as it is. */
export function noteSentence(note: string): string {
  const at = note.indexOf(':')
  const code = at < 0 ? note : note.slice(0, at)
  return Object.hasOwn(rows, code) ? rows[code as NoteCode](at < 0 ? '' : note.slice(at + 1)) : note
}
