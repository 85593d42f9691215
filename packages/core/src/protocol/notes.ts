/** The closed list of notes on a run or an effect. A note is a code, or `code:detail`. */
const rows = {
  'cannot-block': () => 'the hook denied, but this event cannot block',
  'cannot-ask': () => 'the hook answered "ask", but this event cannot ask a person, so it counts as "deny"',
  'field-ignored': (what) => `\`${what}\` has no effect at this event and was ignored`,
  'heard-no': (what) => `\`${what}\` is not a field or value of this event, but clearly denies, so it counts as "deny"`,
  'noise-before-reply': () => 'text before the reply was ignored',
  'plain-text': () => 'the hook printed plain text instead of a reply, which its agent ignores',
  'variable-refused': (what) => `a hook may not set the variable ${what}, so it was ignored`,
  'plugin-refused': (what) => `the plugin path ${what} is not absolute, so it was ignored`,
  'ask-has-no-effect': () => '"ask" has no effect at this event in this edition',
  'foreign-dialect': () => 'the input format of this hook does not have this event, so the hook got the default format',
  'matcher-limit': (what) => `the expression ${what} exceeded its work limit, so it counts as a match`,
  cut: () => 'a text was cut to 10,000 characters',
  dropped: () => 'a context of more than 10,000 characters was dropped',
  'only-restricts': () => 'the workspace is not trusted, so this hook can only deny or ask',
  'untrusted-ignored': (what) => `the workspace is not trusted, so \`${what}\` was ignored`,
  approved: () => 'a person had approved this call, so the hooks that denied it were not enforced',
  monitor: () => 'a hook in monitor mode would have decided differently',
  parked: () => 'the hook ran in a process that had been started ahead of time',
  'not-parked': (what) => `its next processes are not started ahead of time, because one ${notParked[what] ?? what}`,
  'checked-copy': () => 'its scripts ran from checked copies',
  sandbox: (what) => `it ran in a sandbox (${what})`,
  'not-copied': () => 'a script that the command may start has no checked copy, and ran as it was on the disk',
  'no-copy': (what) =>
    `its scripts ran as they were on the disk, because their checked copies could not be used (${what})`,
  cached: () => 'an earlier reply to the same question was reused',
  redacted: (what) => `a secret (${what}) was removed before the model was called`,
  'rewrite-after': (what) => `the agent gets the new text after the action, at its ${what}`,
  'given-later': () =>
    'the agent does not stop at this event, so the denial is applied at the next prompt or tool call',
  'agent-goes-on': () => 'the hooks denied, but the agent continues after this event in any case',
  async: () => 'the hook ran in the background: nothing waited for it, and its answer was not used',
  background: (what) =>
    what === '1'
      ? '1 hook runs in the background, with a record of its own'
      : `${what === '' ? 'some' : what} hooks run in the background, with a record of their own`,
  'cannot-rewake': () => 'exit code 2 wakes the model only if the agent itself runs the hook, so it had no effect here',
  budget: (what) => `the event had ${what} ms in all, and the hook had not answered by then`,
  'fired-and-forgotten': () => 'the agent does not wait for the hooks of this event',
  'inside-tool': (what) => `the command is part of a call of the tool ${what}`,
  'unknown-tool': (what) => `Hookline does not know the tool ${what}`,
  'engine-error': () => 'Hookline failed with an internal error',
  unrecorded: () => 'it could not be written to the audit log, so it was refused',
} as const satisfies Readonly<Record<string, (what: string) => string>>

/** Why a hook is not parked, by the detail of the note. */
const notParked: Readonly<Record<string, string>> = {
  output: 'printed something before it got its event',
  ended: 'ended before it got its event',
  unread: 'ended without reading its event',
}

export type NoteCode = keyof typeof rows
// `Object.keys` returns exactly the keys of the literal above.
export const noteCodes = Object.keys(rows) as readonly NoteCode[]
const isNoteCode = (code: string): code is NoteCode => Object.hasOwn(rows, code)

/** The sentence for a note, for people. A note with an unknown code is returned unchanged. */
export function noteSentence(note: string): string {
  const at = note.indexOf(':')
  const code = at < 0 ? note : note.slice(0, at)
  return isNoteCode(code) ? rows[code](at < 0 ? '' : note.slice(at + 1)) : note
}
