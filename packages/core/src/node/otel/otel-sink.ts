/** Spools what OpenTelemetry gets of an event, for each destination. A background process sends it, so an event never waits for the network. */
import type { Config, HookRecord, Settings } from '../../flow.ts'
import type { Platform, Sink } from '../../ports.ts'
import { type OtelFacts, toOtelLine } from '../../sinks/otel-line.ts'
import { type OtelDestination, otelDestinations } from '../../sinks/otel-settings.ts'
import { appendToSpool } from '../spool/append.ts'
import { noteSpooled, otelPaths } from './paths.ts'

export interface OtelConfigs {
  current(): Pick<Config, 'settings'>
}

export function otelSink(platform: Platform, configs: OtelConfigs, facts: OtelFacts): Sink {
  const destinations = destinationsOf(configs)
  return {
    name: 'otel',
    write(record: HookRecord) {
      const found = destinations()
      if (found.length === 0) return
      const line = toOtelLine(record, facts)
      const { spool } = otelPaths(platform)
      for (const { owner } of found) appendToSpool(spool(owner), line)
      noteSpooled()
    },
  }
}

/** Computed once for each reading of the files. */
function destinationsOf(configs: OtelConfigs): () => readonly OtelDestination[] {
  let known:
    | { readonly settings: readonly Settings[] | undefined; readonly found: readonly OtelDestination[] }
    | undefined
  return () => {
    const { settings } = configs.current()
    if (known === undefined || known.settings !== settings)
      known = { settings, found: otelDestinations(settings ?? []) }
    return known.found
  }
}
