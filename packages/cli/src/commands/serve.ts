/** `hookline serve`: the team server. It is a package of its own, loaded here and nowhere else. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Server, ServerOptions } from '@hookline/team/server'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine, plain } from '../plain.ts'
import { loadServer } from '../team/load.ts'

export const help = `Usage: hookline serve [options]

The team server: hooks that administrators write reach every member's machine, signed.
Starts with an embedded database and no set-up; the first start prints a one-time link
for the owner. Ctrl-C, or SIGTERM, lets requests end and stops.

  --port <n>            default 4680; 0: any that is free
  --host <address>      default 127.0.0.1: this machine alone
  --public-url <url>    where people and machines reach it, through a proxy that ends TLS;
                        the proxy is then believed about who asks (X-Forwarded-For)
  --data <dir>          default ~/.local/share/hookline/server: the embedded database and
                        the master key; one server at a time
  --database <url>      postgres://user@host/name instead of the embedded one; any number
                        of servers may share it. Better in HOOKLINE_DATABASE: an argument
                        is visible in the process list
  --no-trial            authors cannot run a draft on this server. Without it a script runs
                        in a box (Linux namespaces: no network, no file of the server),
                        or, where the system cannot make one, not at all
  --new-team            make one more team, and print the link for its owner
  --owner-link [team]   print a link that makes one more owner of a team: for one whose
                        owners lost their password or second factor
  --json                one object on stdout when it listens: url, port, engine, data,
                        owner_link, warnings

HOOKLINE_MASTER_KEY (32 bytes in base64) seals what the server keeps secret; without it
master.key in the data directory, made at the first start. Servers that share a database
share the key.

Exit codes: 0 stopped, 1 it could not start, 64 wrong usage.

Example: hookline serve --port 8080 --data ./team
`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  'no-trial': { type: 'boolean' },
  'new-team': { type: 'boolean' },
  'owner-link': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [ownerOf = ''] = positionals
  if (values['owner-link'] !== true && ownerOf !== '') throw new UsageError(`unexpected argument "${ownerOf}"`)
  const host = values.host ?? '127.0.0.1'
  const server = await start(
    {
      host,
      port: readPort(values.port),
      dataDir: resolve(io.cwd, values.data ?? defaultData(io)),
      database: readDatabase(values.database ?? io.env.HOOKLINE_DATABASE),
      publicUrl: readUrl(values['public-url']),
      allowsTrial: values['no-trial'] !== true,
      newTeam: values['new-team'] === true,
      ...(values['owner-link'] === true ? { ownerOf } : {}),
      env: io.env,
      log: (line) => io.stderr.write(`${new Date().toISOString()} ${plain(line)}\n`),
    },
    io,
  )
  if (server === undefined) return exits.finding
  const stop = untilStopped(io)
  report(server, { asJson: values.json === true, isAnother: values['owner-link'] === true }, io)
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

/** A server that is asked to stop did nothing wrong: whoever asked reads 0. */
const untilStopped = (io: Io): Promise<void> =>
  new Promise((stopped) => {
    io.signal.addEventListener('abort', () => stopped(), { once: true })
    let asked = false
    io.onSignal?.(() => {
      const again = asked
      asked = true
      stopped()
      return !again
    })
  })

function report(
  { url, port, engine, warnings, ownerLink, context: { dataDir } }: Server,
  { asJson, isAnother }: { readonly asJson: boolean; readonly isAnother: boolean },
  io: Io,
): void {
  const exposed = isExposed(url)
    ? ['this address has no TLS: browsers will not keep a session. Put a proxy before it, and name it by --public-url']
    : []
  const all = [...warnings, ...exposed]
  if (asJson) {
    const link = ownerLink === undefined ? {} : { owner_link: ownerLink }
    io.stdout.write(`${json({ url, port, engine, data: dataDir, ...link, warnings: all })}\n`)
    return
  }
  const store = engine === 'postgres' ? 'PostgreSQL' : 'its own database'
  const at = new URL(url).port === String(port) ? url : `port ${port}, reached as ${url}`
  io.stdout.write(`The team server listens on ${at} (${store}; data in ${shownPath(dataDir, io.cwd)}).\n`)
  for (const warning of all) io.stderr.write(`Warning: ${warning}.\n`)
  if (ownerLink !== undefined) io.stdout.write(ownerText(ownerLink, isAnother, isExposed(url)))
  if (io.stdout.isTTY === true) io.stdout.write('\nCtrl-C stops it.\n')
}

/** The command is on a line of its own: it is there to be copied. */
const ownerText = (link: string, isAnother: boolean, isOpen: boolean): string => `
${isAnother ? 'A link that makes one more owner, good once and for a week' : 'Nobody owns this team yet. A link for its owner, good once and for 24 hours'}:

  ${link}

Open it in a browser, or${isAnother ? '' : ', to make the root key with it at once,'} run on the owner's machine:

  hookline team keygen '${link}'${isOpen ? ' --allow-http' : ''}
`

/** Browsers keep secure cookies of https, and of this machine itself. */
const isExposed = (url: string): boolean => !/^https:|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)

function readPort(text = '4680'): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`--port takes 0 to 65535, not "${text}"`)
  return port
}

function readDatabase(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text
  throw new UsageError('--database takes postgres://user@host/name')
}

function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash !== '')
    throw new UsageError(`--public-url takes an address without a path, as https://hooks.example.com, not "${text}"`)
  return url.origin
}

const defaultData = ({ env }: Io): string =>
  join(env.XDG_DATA_HOME ?? join(env.HOME ?? homedir(), '.local/share'), 'hookline/server')
