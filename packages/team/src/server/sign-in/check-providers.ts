/** `hookline serve --check`: reads the file with the identity providers and asks each of them for its configuration. */
import { readSignInFile } from './config.ts'
import { createProvider } from './provider.ts'

export interface ProviderCheck {
  readonly id: string
  readonly issuer: string
  /** To be registered at the provider, exactly as it is here. */
  readonly redirectUri: string
  /** Empty if the provider can be used. */
  readonly problem: string
}

export interface CheckOptions {
  readonly signInFile: string | undefined
  readonly publicUrl: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Throws a StartError if the file is wrong. */
export function checkProviders({ signInFile, publicUrl, env }: CheckOptions): Promise<readonly ProviderCheck[]> {
  const providers = readSignInFile(signInFile, env).map((config) =>
    createProvider(config, { publicUrl: () => publicUrl, now: Date.now }),
  )
  return Promise.all(
    providers.map(async (provider) => {
      const { id, issuer } = provider.config
      const problem = await provider.check().then(
        () => '',
        (thrown: unknown) => describe(thrown),
      )
      return { id, issuer, redirectUri: provider.redirectUri(), problem }
    }),
  )
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { cause } = thrown
  return cause instanceof Error && cause.message !== '' ? `${thrown.message}: ${cause.message}` : thrown.message
}
