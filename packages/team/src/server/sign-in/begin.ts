/** Begins a sign-in with an identity provider. */
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { ProviderFlow } from './complete.ts'
import { flowKind } from './complete.ts'
import { beginFlow } from './flows.ts'

export interface BeginOptions {
  readonly providerId: string
  readonly returnTo: string
  readonly oldHash: string | undefined
  /** The account to link, or empty to sign in. */
  readonly linkTo: string
}

/** Only a path of this server, with the filters of a page: no address of another site, and nothing that a browser could read as one. */
const isOwnPath = (text: string): boolean => /^\/(?!\/)[\w/-]{0,200}(?:\?[\w=&%.+:~*!'()-]{0,1000})?$/.test(text)

export async function beginSignIn(context: Context, { providerId, returnTo, oldHash, linkTo }: BeginOptions) {
  const provider = context.providers.find(({ config }) => config.id === providerId)
  if (provider === undefined) throw notFound()
  const { url, challenge } = await provider.begin().catch((thrown: unknown) => {
    context.log(`identity provider ${providerId}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    throw new Refusal('unavailable', `${provider.config.name} cannot be reached. Try again later`)
  })
  const data: ProviderFlow = {
    ...{ provider: providerId, challenge, oldHash, isLink: linkTo !== '' },
    returnTo: isOwnPath(returnTo) ? returnTo : '/',
  }
  const secret = await context.store.acrossTeams((q) => beginFlow(q, context, flowKind, { accountId: linkTo, data }))
  return { url, secret }
}
