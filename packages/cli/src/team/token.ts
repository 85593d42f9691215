/** `hookline team token`: service tokens for CI. */
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../text/plain.ts'
import { withShortTimes } from '../text/when.ts'
import type { Context, TeamAction } from './command.ts'

const options = {
  scope: { type: 'string', multiple: true },
  days: { type: 'string' },
  team: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Flags = ReturnType<typeof readFlags<typeof options>>['values']

export const token: TeamAction = (args, context) => {
  const { values, positionals } = readFlags(args, options, 2)
  const [action, name] = positionals
  if (action === 'create' && name !== undefined) return create(name, values, context)
  if (action === 'list' && name === undefined) return list(values, context)
  if (action === 'revoke' && name !== undefined) return revoke(name, values, context)
  throw new UsageError('choose one: hookline team token create <name> | list | revoke <name>')
}

async function create(name: string, values: Flags, { io, team, machine }: Context): Promise<number> {
  const scopes = values.scope ?? team.publishScopes
  const unknown = scopes.find((scope) => !team.isScope(scope))
  if (unknown !== undefined)
    throw new UsageError(`there is no scope "${oneLine(unknown)}". Choose from: ${Object.keys(team.scopes).join(', ')}`)
  const admin = team.chooseAdmin(machine, values.team)
  const created = await team.createServiceToken(machine, admin, {
    name,
    scopes,
    validDays: readDays(values.days, team.maxTokenDays),
  })
  const { id, expiresAt } = created.serviceToken
  if (values.json === true) {
    const shown = { id, name, scopes, expires_at: expiresAt, url: admin.url, team: admin.teamId, token: created.token }
    io.stdout.write(`${json(shown)}\n`)
    return exits.fine
  }
  io.stderr.write(
    `Service token ${oneLine(name)} for ${scopes.join(', ')}, until ${withShortTimes(expiresAt)}. It is shown only once.\n`,
  )
  io.stdout.write(`HOOKLINE_TEAM_URL=${admin.url}\nHOOKLINE_TEAM_TOKEN=${created.token}\n`)
  return exits.fine
}

async function list(values: Flags, { io, team, machine }: Context): Promise<number> {
  const tokens = await team.listServiceTokens(machine, team.chooseAdmin(machine, values.team))
  const rows = tokens.map(({ id, name, scopes, author, createdAt, expiresAt, usedAt, expired }) => ({
    ...{ id, name, scopes, author, created_at: createdAt, expires_at: expiresAt, used_at: usedAt, expired },
  }))
  if (values.json === true) io.stdout.write(`${json({ tokens: rows })}\n`)
  else for (const row of rows) io.stdout.write(rowText(row))
  if (values.json !== true && rows.length === 0) io.stdout.write('This team has no service tokens.\n')
  return exits.fine
}

interface Row {
  readonly name: string
  readonly scopes: readonly string[]
  readonly author: string
  readonly expires_at: string
  readonly used_at: string
  readonly expired: boolean
}
const rowText = ({ name, scopes, author, expires_at, used_at, expired }: Row): string =>
  `${oneLine(name)}  ${expired ? 'expired' : 'expires'} ${expires_at}, ${used_at === '' ? 'never used' : `used ${used_at}`}, by ${oneLine(author)}\n  ${oneLine(scopes.join(', '))}\n`

async function revoke(name: string, values: Flags, { io, team, machine }: Context): Promise<number> {
  const revoked = await team.revokeServiceToken(machine, team.chooseAdmin(machine, values.team), name)
  writeRevoked(revoked, values.json === true, io)
  return exits.fine
}

const writeRevoked = ({ id, name }: { readonly id: string; readonly name: string }, asJson: boolean, io: Io): void => {
  io.stdout.write(asJson ? `${json({ revoked: { id, name } })}\n` : `Revoked the service token ${oneLine(name)}.\n`)
}

function readDays(text: string | undefined, most: number): number {
  if (text === undefined) return 0
  if (/^\d{1,3}$/.test(text) && Number(text) > 0 && Number(text) <= most) return Number(text)
  throw new UsageError(`--days must be a number from 1 to ${most}, got "${oneLine(text)}"`)
}
