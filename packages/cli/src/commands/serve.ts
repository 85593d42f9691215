/** `hookline serve`: the team server. Its package is loaded only here. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { Server, ServerOptions } from '@hookline/team/server'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { checkServer } from '../team/check-server.ts'
import { loadServer } from '../team/load.ts'
import { json, oneLine, plain } from '../text/plain.ts'

export const help = `Usage: hookline serve [options]

Runs the team server, which distributes signed hooks from administrators to
every machine of the team. It needs no setup and starts with an embedded
database. The first start prints a one-time link for the owner. Ctrl-C or
SIGTERM completes open requests, then stops.

  --port <n>            default 4680; 0 chooses a free port
  --host <address>      default 127.0.0.1, which only this machine can reach
  --public-url <url>    the public address of a proxy that handles TLS. Hookline
                        then trusts the proxy's X-Forwarded-For
  --data <dir>          the directory of the embedded database and the master
                        key; default ~/.local/share/hookline/server. Only one
                        server can use it at a time
  --database <url>      use postgres://user@host/name instead of the embedded
                        database. Several servers can share it. Prefer
                        HOOKLINE_DATABASE: arguments are visible in the process
                        list
  --no-trial            do not let authors run drafts on this server. By default
                        a draft runs in a sandbox (Linux namespaces: no network,
                        no files of the server). If the system cannot create a
                        sandbox, drafts do not run
  --private-addresses   let teams send alarms to addresses of this machine and
                        of private networks, and by http. By default only public
                        addresses
  --sign-in <file>      the identity providers (OpenID Connect) that people can
                        sign in with; also HOOKLINE_SIGN_IN. See
                        docs/team-sign-in.md
  --check               check the options, the data directory, the address, the
                        database, the master key, the identity providers and the
                        variables of telemetry, print the result and stop. It
                        changes and sends nothing. Needs --public-url for the
                        redirect URIs
  --new-team            create another team and print the link for its owner
  --owner-link [team]   print a link that adds an owner to a team, for example
                        if its owners lost their password or second factor
  --json                print one JSON object when the server is ready: url,
                        port, engine, data, owner_link, warnings

With HOOKLINE_METRICS_TOKEN, Prometheus can read /metrics with that bearer
token. OTEL_EXPORTER_OTLP_ENDPOINT sends logs, metrics and traces to a collector
(OpenTelemetry), HOOKLINE_SYSLOG (tls://host:6514) and HOOKLINE_WEBHOOK_URL send
audit events and alarms; see docs/observability.md.

HOOKLINE_MASTER_KEY (32 bytes in base64) encrypts the server's secrets.
Without it, the server uses master.key in the data directory, which the first
start creates. Servers that share a database must share the key.

Exit codes: 0 stopped, or --check found no problem; 1 could not start, or
--check found one; 64 wrong usage.

Example: hookline serve --port 8080 --data ./team
`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  'no-trial': { type: 'boolean' },
  'private-addresses': { type: 'boolean' },
  'new-team': { type: 'boolean' },
  'owner-link': { type: 'boolean' },
  'sign-in': { type: 'string' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [ownerOf = ''] = positionals
  if (values['owner-link'] !== true && ownerOf !== '') throw new UsageError(`unexpected argument "${ownerOf}"`)
  const host = values.host ?? '127.0.0.1'
  const signIn = values['sign-in'] ?? io.env.HOOKLINE_SIGN_IN
  const signInFile = signIn === undefined || signIn === '' ? undefined : resolve(io.cwd, signIn)
  if (values.check === true) {
    const publicUrl = readUrl(values['public-url']) ?? `http://${host}:${readPort(values.port)}`
    const database = readDatabase(values.database ?? io.env.HOOKLINE_DATABASE)
    const dataDir = resolve(io.cwd, values.data ?? defaultData(io))
    const [port, warnings] = [readPort(values.port), warningsOf(publicUrl)]
    return checkServer(
      { signInFile, publicUrl, dataDir, database, host, port, warnings, asJson: values.json === true },
      io,
    )
  }
  const server = await start(
    {
      host,
      port: readPort(values.port),
      dataDir: resolve(io.cwd, values.data ?? defaultData(io)),
      database: readDatabase(values.database ?? io.env.HOOKLINE_DATABASE),
      publicUrl: readUrl(values['public-url']),
      signInFile,
      metricsToken: io.env.HOOKLINE_METRICS_TOKEN || undefined,
      allowsTrial: values['no-trial'] !== true,
      allowsPrivateAddresses: values['private-addresses'] === true,
      newTeam: values['new-team'] === true,
      ...(values['owner-link'] === true ? { ownerOf } : {}),
      env: io.env,
      log: (line) => io.stderr.write(`${new Date().toISOString()} ${plain(line)}\n`),
    },
    io,
  )
  if (server === undefined) return exits.finding
  const stop = untilStopped(io)
  report(server, { asJson: values.json === true, isNewOwner: values['owner-link'] === true }, io)
  await stop
  await server.close()
  return exits.fine
}

async function start(serverOptions: ServerOptions, io: Io): Promise<Server | undefined> {
  const team = await loadServer(io)
  if (team === undefined) return undefined
  try {
    return await team.startServer(serverOptions)
  } catch (thrown) {
    if (!(thrown instanceof team.StoreError || thrown instanceof team.StartError)) throw thrown
    io.stderr.write(`hookline: ${oneLine(thrown.message)}\n`)
    return undefined
  }
}

/** Resolves when the server is asked to stop. A requested stop is a success, so the exit code is 0. */
const untilStopped = (io: Io): Promise<void> =>
  new Promise((stopped) => {
    io.signal.addEventListener('abort', () => stopped(), { once: true })
    let isStopping = false
    io.onSignal?.(() => {
      const again = isStopping
      isStopping = true
      stopped()
      return !again
    })
  })

function report(
  { url, port, engine, warnings, ownerLink, context: { dataDir } }: Server,
  { asJson, isNewOwner }: { readonly asJson: boolean; readonly isNewOwner: boolean },
  io: Io,
): void {
  const all = [...warnings, ...warningsOf(url)]
  if (asJson) {
    const link = ownerLink === undefined ? {} : { owner_link: ownerLink }
    io.stdout.write(`${json({ url, port, engine, data: dataDir, ...link, warnings: all })}\n`)
    return
  }
  const store = engine === 'postgres' ? 'PostgreSQL' : 'embedded database'
  const at = new URL(url).port === String(port) ? url : `port ${port}, reached as ${url}`
  io.stdout.write(`The team server listens on ${at} (${store}; data in ${shownPath(dataDir, io.cwd)}).\n`)
  for (const warning of all) io.stderr.write(`Warning: ${warning}.\n`)
  if (ownerLink !== undefined) io.stdout.write(ownerText(ownerLink, isNewOwner, isExposed(url)))
  if (io.stdout.isTTY === true) io.stdout.write('\nPress Ctrl-C to stop.\n')
}

/** Puts the command on its own line, so that it can be copied. */
const ownerText = (link: string, isNewOwner: boolean, isOpen: boolean): string => `
${isNewOwner ? 'Link for another owner. It works once, within one week' : 'This team has no owner yet. Link for the owner. It works once, within 24 hours'}:

  ${link}

Open it in a browser, or run on the owner's machine${isNewOwner ? '' : ' (this also creates the root key)'}:

  hookline team keygen '${link}'${isOpen ? ' --allow-http' : ''}
`

const warningsOf = (url: string): readonly string[] =>
  isExposed(url)
    ? [
        'this address does not use TLS, so browsers will not keep a session. Put a proxy with TLS in front of it and start with --public-url <url>',
      ]
    : []

/** Browsers keep secure cookies only for https and for this machine itself. */
const isExposed = (url: string): boolean => !/^https:|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(?:[:/]|$)/.test(url)

function readPort(text = '4680'): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, got "${text}"`)
  return port
}

function readDatabase(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text
  throw new UsageError('--database must be a PostgreSQL URL: postgres://user@host/name')
}

function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash !== '')
    throw new UsageError(
      `--public-url must be an address without a path, for example https://hooks.example.com, got "${text}"`,
    )
  return url.origin
}

/** The XDG specification says to ignore a relative path. */
function defaultData({ env }: Io): string {
  const set = env.XDG_DATA_HOME ?? ''
  return join(isAbsolute(set) ? set : join(env.HOME ?? homedir(), '.local/share'), 'hookline/server')
}
