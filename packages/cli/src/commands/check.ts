/** `hookline check`: what is wrong in the hook files, with line, column and cure. */
import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CheckOptions, checkFile, checkWorkspace } from '../check/find.ts'
import { problemText, summary } from '../check/text.ts'
import { readEdition, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json } from '../plain.ts'
import { styleFor } from '../style.ts'

export const help = `Usage: hookline check [path] [options]

Checks every hook file that counts for a workspace, or the one file given: what has
no effect (error), what does not work everywhere or not as meant (warning), and notes.
A file is read as what its name and place make it: .cursor/hooks.json,
.hookline/hookline.json, .claude/settings.json, settings.local.json.

  --strict         warnings count too, and an error rejects its whole file
  --edition <e>    as that version reads the files: 2.3, 2.4, 3 or hookline
  --json           { "problems": [ { code, severity, file, line, column, message, hint } ] }

Exit codes: 0 no error, 1 an error (with --strict also a warning), 64 wrong usage.

Example: hookline check .cursor/hooks.json --strict
`

const options = {
  strict: { type: 'boolean' },
  edition: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const strict = values.strict === true
  const how: CheckOptions = { ...readEdition(values.edition), strict }
  const path = resolve(io.cwd, positionals[0] ?? '.')
  const found = isDirectory(path) ? await checkWorkspace(path, how) : await checkFile(path, how)
  if (values.json === true) {
    const problems = found.problems.map(({ source: _, ...problem }) => problem)
    io.stdout.write(`${json({ problems })}\n`)
  } else {
    const style = styleFor(io.stdout, io.env)
    for (const problem of found.problems) io.stdout.write(problemText(problem, style, io.cwd))
    io.stdout.write(summary(found, style, io.cwd))
  }
  const counts = found.problems.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  return counts ? exits.finding : exits.fine
}

/** A link that leads nowhere else than to itself is still a file to be reported. */
function isDirectory(path: string): boolean {
  let stats: Stats | undefined
  try {
    stats = statSync(path, { throwIfNoEntry: false })
  } catch {
    return false
  }
  if (stats === undefined) throw new UsageError(`there is no ${path}`)
  return stats.isDirectory()
}
