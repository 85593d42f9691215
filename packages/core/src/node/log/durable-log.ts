/** The sinks of the option `log` of `createHooks`: the durable log, the reports for the machine's teams, and telemetry. */
import { resolve } from 'node:path'
import type { Config } from '../../flow.ts'
import type { Platform, Sink } from '../../ports.ts'
import { type LogSettings, logSettings } from '../../sinks/log-settings.ts'
import type { NodeConfigs } from '../config/configs.ts'
import type { CreateOptions, LogOption } from '../create-options.ts'
import { otelSink } from '../otel/otel-sink.ts'
import { reportSink } from '../team/report-sink.ts'
import type { OpenAppender } from './append.ts'
import { fileSink } from './file-sink.ts'
import { logDirectory } from './log-directory.ts'

/**
 * Settings are read at each record: one that an organisation changes counts at once. The file is opened at the first
 * record, because most events of most workspaces run no hook.
 */
export function durableLog(
  { log: option, agent }: Pick<CreateOptions, 'log' | 'agent'>,
  platform: Platform,
  configs: Pick<NodeConfigs, 'current'>,
  openAppender?: OpenAppender,
): readonly Sink[] {
  if (option === undefined || option === false) return []
  const { host, purpose, call } = option
  const directory = option.directory === undefined ? undefined : resolve(option.directory)
  const settings = settingsOf(option, configs)
  let sink: Sink | undefined
  let reports: Sink | undefined
  return [
    {
      name: 'log',
      write(record) {
        sink ??= fileSink({
          directory: directory ?? resolve(logDirectory(platform)),
          settings,
          ...(host === undefined ? {} : { host }),
          ...(agent === undefined ? {} : { agent }),
          ...(purpose === undefined ? {} : { purpose }),
          ...(call === undefined ? {} : { call }),
          ...(openAppender === undefined ? {} : { openAppender }),
        })
        sink.write(record)
      },
      takesAll: () => settings().audit === true,
      unwritten: () => sink?.unwritten?.(),
      close: async () => sink?.close?.(),
    },
    {
      name: 'team',
      write(record) {
        reports ??= reportSink(platform, host)
        reports.write(record)
      },
    },
    otelSink(platform, configs, {
      ...(host === undefined ? {} : { agent: host }),
      ...(purpose === undefined ? {} : { purpose }),
    }),
  ]
}

/** Computed once for each reading of the files. */
function settingsOf({ capture, maxMb, audit }: LogOption, configs: Pick<NodeConfigs, 'current'>): () => LogSettings {
  let known: { readonly config: Config; readonly settings: LogSettings } | undefined
  return () => {
    const config = configs.current()
    if (known?.config === config) return known.settings
    const files = logSettings(config.settings ?? [], config.entries)
    const settings = {
      ...files,
      capture: capture ?? files.capture,
      maxMb: maxMb ?? files.maxMb,
      ...(audit === true ? { audit } : {}),
    }
    known = { config, settings }
    return settings
  }
}
