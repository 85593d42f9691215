/** `hookline serve --check`: shows what is wrong with the configuration before a server starts with it. */
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../plain.ts'
import { loadServer } from './load.ts'

export interface CheckedOptions {
  readonly signInFile: string | undefined
  readonly publicUrl: string
  readonly asJson: boolean
}

export async function checkServer({ signInFile, publicUrl, asJson }: CheckedOptions, io: Io): Promise<number> {
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
  const key = io.env.HOOKLINE_MASTER_KEY
  if (key !== undefined && Buffer.from(key, 'base64').length !== 32)
    problems.push(
      'HOOKLINE_MASTER_KEY does not contain 32 bytes in base64. To create a key, run: openssl rand -base64 32',
    )
  const isFine = problems.length === 0 && providers.every(({ problem }) => problem === '')
  if (asJson) {
    const shown = providers.map(({ id, issuer, redirectUri, problem }) => ({
      id,
      issuer,
      redirect_uri: redirectUri,
      problem,
    }))
    io.stdout.write(`${json({ ok: isFine, problems, providers: shown })}\n`)
    return isFine ? exits.fine : exits.finding
  }
  for (const problem of problems) io.stderr.write(`hookline: ${oneLine(problem)}\n`)
  for (const { id, issuer, redirectUri, problem } of providers) {
    io.stdout.write(`Provider ${id}: ${oneLine(issuer)}\n  redirect URI: ${redirectUri}\n`)
    if (problem !== '') io.stderr.write(`hookline: the provider ${id} cannot be used: ${oneLine(problem)}\n`)
  }
  if (isFine) io.stdout.write('No problems found.\n')
  return isFine ? exits.fine : exits.finding
}
