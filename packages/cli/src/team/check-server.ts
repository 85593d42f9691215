/** `hookline serve --check`: shows what is wrong with the configuration before a server starts with it. */
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../text/plain.ts'
import { loadServer } from './load.ts'

export interface CheckedOptions {
  readonly signInFile: string | undefined
  readonly publicUrl: string
  readonly dataDir: string
  readonly database: string | undefined
  readonly host: string
  readonly port: number
  /** What a start would warn about. */
  readonly warnings: readonly string[]
  readonly asJson: boolean
}

export async function checkServer(options: CheckedOptions, io: Io): Promise<number> {
  const { signInFile, publicUrl, asJson } = options
  const team = await loadServer(io)
  if (team === undefined) return exits.finding
  const problems: string[] = []
  let providers: readonly Awaited<ReturnType<typeof team.checkProviders>>[number][] = []
  try {
    providers = await team.checkProviders({ signInFile, publicUrl, env: io.env })
  } catch (thrown) {
    if (!(thrown instanceof team.StartError)) throw thrown
    problems.push(thrown.message)
  }
  const start = await team.checkStart({ ...options, env: io.env })
  const store = await team.checkStore({ ...options, env: io.env })
  problems.push(...new Set([...start, ...(store.problem === '' ? [] : [store.problem])]))
  const telemetry = team.checkTelemetry(io.env)
  problems.push(...telemetry.problems)
  const isFine = problems.length === 0 && providers.every(({ problem }) => problem === '')
  if (asJson) {
    const shown = providers.map(({ id, issuer, redirectUri, problem }) => ({
      id,
      issuer,
      redirect_uri: redirectUri,
      problem,
    }))
    const { engine, pending, warnings } = store
    const database = { engine, pending, warnings }
    const found = { ok: isFine, problems, warnings: options.warnings, database }
    io.stdout.write(`${json({ ...found, providers: shown, telemetry: telemetry.destinations })}\n`)
    return isFine ? exits.fine : exits.finding
  }
  for (const problem of problems) io.stderr.write(`hookline: ${oneLine(problem)}\n`)
  for (const warning of options.warnings) io.stderr.write(`Warning: ${warning}.\n`)
  for (const line of databaseText(store)) io.stdout.write(`${line}\n`)
  for (const { id, issuer, redirectUri, problem } of providers) {
    io.stdout.write(`Provider ${id}: ${oneLine(issuer)}\n  redirect URI: ${redirectUri}\n`)
    if (problem !== '') io.stderr.write(`hookline: the provider ${id} cannot be used: ${oneLine(problem)}\n`)
  }
  for (const { kind, to } of telemetry.destinations) io.stdout.write(`Telemetry: ${kind} to ${oneLine(to)}\n`)
  if (isFine) io.stdout.write('No problems found.\n')
  return isFine ? exits.fine : exits.finding
}

interface CheckedStore {
  readonly engine: string
  readonly pending: readonly string[]
  readonly warnings: readonly string[]
  readonly problem: string
}

function databaseText({ engine, pending, warnings, problem }: CheckedStore): readonly string[] {
  if (problem !== '') return []
  const name = engine === 'sqlite' ? 'the embedded database' : 'PostgreSQL'
  const isNew = pending[0]?.startsWith('001-') === true
  const changes = isNew
    ? 'which the next start creates'
    : pending.length === 0
      ? 'up to date'
      : `to which the next start applies ${pending.join(', ')}`
  return [`Database: ${name}, ${changes}`, ...warnings.map((warning) => `  warning: ${oneLine(warning)}`)]
}
