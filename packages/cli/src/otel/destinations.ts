/** Where telemetry of this machine goes, from the files of the user and the organisation. */
import { homedir } from 'node:os'
import { compose } from '@hookline/core/node'
import { type OtelDestination, otelDestinations } from '@hookline/core/otel'
import type { Io } from '../io.ts'

export async function readDestinations(env: Io['env']): Promise<readonly OtelDestination[]> {
  const { hooks, configs } = await compose({ workspaceRoots: [homedir()], env, watch: false })
  try {
    return otelDestinations(configs.current().settings ?? [])
  } finally {
    await hooks.close()
  }
}
