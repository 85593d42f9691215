/**
 * Measures `hookline check` on workspaces with labelled defects: `node scripts/labelled.mjs <dir> [--verbose]`, after a build.
 * Each folder holds `workspace/`, an optional `home/`, and `label.json` with `right` and `defects` (file, line, family).
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { run } from '../packages/cli/dist/tsc/commands/check.js'

/** A finding may be one line away from the label, because the label names a statement and the finding a part of it. */
const NEAR = 1
/** The codes that count for a family. For a family that is not listed, any code at the location counts, except those in `general`. */
const codes = {
  'wrong-directory': ['wrong-directory', 'missing-script'],
  'pasted-json': ['json-by-pasting', 'quoted-heredoc'],
  'reply-words': [
    ...['reply-ignored', 'reply-unreadable', 'reply-to-stderr', 'old-casing', 'exit-1-to-block', 'exit-3-with-deny'],
  ],
  'input-field': ['unknown-input-field', 'invented-variable', 'claude-invented-variable', 'interpolation'],
  'personal-path': ['personal-path'],
  'always-allows': [
    ...['always-allows', 'lost-in-subshell', 'exit-1-to-block', 'errors-silenced', 'never-true', 'ends-early'],
  ],
  'silent-deny': ['deny-without-message'],
  'run-twice': ['fires-twice'],
  'invisible-chars': ['invisible-character'],
  'event-name': ['unknown-event', 'foreign-event'],
  'timeout-ms': ['timeout-unit', 'bad-timeout'],
  matcher: [
    ...['foreign-tool', 'matcher-never-matches', 'glob-matcher', 'bad-matcher', 'matcher-object', 'matcher-ignored'],
    'wide-matcher',
  ],
  'misplaced-file': ['misplaced-file'],
  'not-executable': ['not-executable'],
  crlf: ['crlf-script'],
  secret: ['secret-in-file'],
  'json-syntax': ['syntax', 'comments-in-json'],
  'stdin-twice': ['stdin-read-twice'],
  'interpreter-stdin': ['program-on-stdin', 'payload-as-code'],
  'own-gate-on-observer': ['reply-ignored'],
  'gate-on-after-event': ['reply-ignored'],
  'missing-shebang': ['not-executable'],
  'log-before-json': ['text-before-reply', 'reply-unreadable'],
  'shell-injection': ['payload-in-shell'],
  'never-ends': ['never-ends'],
  'waits-for-person': ['waits-for-person'],
  'wrong-interpreter': ['wrong-interpreter', 'missing-interpreter', 'shell-syntax'],
  'path-prefix': ['path-prefix'],
  'payload-leaves': ['payload-leaves'],
  'stop-loop': ['no-loop-limit'],
}

/** These codes appear at many locations for other reasons. */
const general = new Set(['unix-only', 'jq-unchecked', 'text-matcher-guard', 'missing-tool', 'missing-interpreter'])

/**
 * In this process, because starting a process for each workspace takes most of the time. The check finds the files of the user by
 * the variables of the process, so these are those of the workspace.
 */
async function check(base, ...more) {
  const [home, cwd] = [join(base, 'home'), join(base, 'workspace')]
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_STATE_HOME: join(base, 'state') }
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  let printed = ''
  const stdout = { write: (text) => (printed += text) }
  const io = {
    stdin: process.stdin,
    stdout,
    stderr: { write: () => {} },
    env,
    cwd,
    signal: new AbortController().signal,
  }
  await run(['.', '--json', ...more], io)
  const { problems } = JSON.parse(printed)
  return problems.map((one) => ({ ...one, file: relative(base, resolve(cwd, one.file)) }))
}

const isNamed = (defect, found) =>
  found.some(
    (one) =>
      (codes[defect.family]?.includes(one.code) ?? !general.has(one.code)) &&
      (isAt(one, defect) || elsewhere[defect.family]?.(one, defect) === true),
  )

const isAt = ({ file, line }, { file: labelled, line: at, extent: [first, last] }) =>
  file === labelled && (Math.abs(line - at) <= NEAR || (line >= first && line <= last))

/** Families for which a finding may be at another location than the label. */
const elsewhere = {
  // The mode of a script is reported at the entry that starts it.
  'not-executable': ({ message }, { file }) => message.includes(basename(file)),
  // One of the two locations is reported, and the message names the other one.
  'run-twice': ({ message }, { file, line }) => message.includes(`${file}:${line} `),
  // A missing `#!` line of a script is reported at the entry that starts it, like its mode.
  'missing-shebang': ({ message }, { file }) => message.includes(basename(file)) && message.includes('#! line'),
  // The label names the event, and the message of the finding begins with it.
  'gate-on-after-event': ({ message }, { text }) => {
    const event = /"(\w+)"\s*:/.exec(text)?.[1]
    return event !== undefined && message.startsWith(`${event} does not read `)
  },
  // The reply is reported in the script that the labelled entry runs.
  'own-gate-on-observer': ({ file }, { text }) => text.includes(basename(file)),
}

/** The lines of the statement, loop or entry that contains a line, by its indentation. */
function extentOf(lines, line) {
  const indent = (at) => lines[at - 1].search(/\S/)
  const isInside = (at, outer) => indent(at) < 0 || indent(at) > outer
  let first = line
  const own = indent(line)
  for (let at = line - 1; at > 0 && own > 0; at--)
    if (indent(at) >= 0 && indent(at) < own) {
      if (
        /[([{`,]\s*$/.test(lines[at - 1]) &&
        !/\b(function|def|class|if|else|for|while)\b|=>\s*\{\s*$/.test(lines[at - 1])
      )
        first = at
      break
    }
  let last = first
  while (last < lines.length && isInside(last + 1, indent(first))) last++
  return [first, Math.max(last, line)]
}

function withExtent(defect, folder) {
  const path = join(folder, defect.file)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const isKnown = lines[defect.line - 1] !== undefined
  const extent = isKnown ? extentOf(lines, defect.line) : [defect.line, defect.line]
  return { ...defect, extent, text: lines[defect.line - 1] ?? '' }
}

async function measure(folder, verbose) {
  const label = JSON.parse(readFileSync(join(folder, 'label.json'), 'utf8'))
  const defects = (label.defects ?? []).map((defect) => withExtent(defect, folder))
  const base = mkdtempSync(join(tmpdir(), 'hookline-label-'))
  for (const part of ['workspace', 'home'])
    if (existsSync(join(folder, part)))
      cpSync(join(folder, part), join(base, part), { recursive: true, verbatimSymlinks: true })
  const first = await check(base)
  const known = defects.every((defect) => isNamed(defect, first))
  if (!known) await check(base, '--fix')
  const fixed = known ? first : await check(base)
  process.chdir(tmpdir())
  rmSync(base, { recursive: true, force: true })
  const outcomes = defects.map((defect) =>
    isNamed(defect, first) ? 'at once' : isNamed(defect, fixed) ? 'after --fix' : 'never',
  )
  const falseErrors = label.right === true ? first.filter(({ severity }) => severity === 'error') : []
  const name = folder.split('/').at(-1)
  for (const [at, defect] of defects.entries())
    console.info(`${name}: ${defect.family} ${defect.file}:${defect.line}: ${outcomes[at]}`)
  for (const one of falseErrors) console.info(`${name}: FALSE ERROR ${text(one)}`)
  if (verbose)
    for (const one of first)
      if (!defects.some((defect) => isNamed(defect, [one]))) console.info(`    ${one.severity} ${text(one)}`)
  return { outcomes, wrong: falseErrors.length }
}

const text = ({ code, file, line, message }) => `${code} ${file}:${line} ${message}`

const [directory, ...flags] = process.argv.slice(2)
if (directory === undefined) throw new Error('Usage: labelled.mjs <directory of labelled workspaces> [--verbose]')
const whole = resolve(directory)
const results = []
for (const name of readdirSync(whole).toSorted())
  if (existsSync(join(whole, name, 'label.json')))
    results.push(await measure(join(whole, name), flags.includes('--verbose')))
const all = results.flatMap(({ outcomes }) => outcomes)
const count = (outcome) => all.filter((one) => one === outcome).length
console.info(
  `${all.length} defects: ${count('at once')} named at once, ${count('after --fix')} after --fix, ${count('never')} never; ` +
    `${results.reduce((sum, { wrong }) => sum + wrong, 0)} false errors on right workspaces`,
)
