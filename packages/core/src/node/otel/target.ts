/** Completes a destination with its secrets, from variables and files. What it returns is never shown. */
import { dirname, resolve } from 'node:path'
import type { OtelDestination } from '../../sinks/otel-settings.ts'
import { readRegularText } from '../system/regular-file.ts'
import { type OtelTarget, signalPaths } from './send.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The target, or why there is none. */
export function toTarget(destination: OtelDestination, env: Environment): OtelTarget | string {
  const { endpoint, headers, headerFiles, protocol, compression, timeoutMs, certificate } = destination
  if (destination.unusable !== undefined) return destination.unusable
  // A relative path is beside the setting. The directory of this process is a workspace, which must not choose certificates.
  const read = (path: string, most: number) => readRegularText(resolve(dirname(destination.file), path), most)
  const made: Record<string, string> = {}
  for (const [name, text] of Object.entries(headers)) {
    const value = replaceVariables(text, env)
    if ('missing' in value) return `the variable ${value.missing}, which the header ${name} needs, is not set`
    made[name.toLowerCase()] = value.text
  }
  for (const [name, path] of Object.entries(headerFiles)) {
    const text = read(path, 64 * 1024)?.trim()
    if (text === undefined || text === '') return `the file for the header ${name} cannot be read, or is empty`
    made[name.toLowerCase()] = text
  }
  const wrong = Object.entries(made).find(([name, value]) => !isHeader(name, value))
  if (wrong !== undefined) return `the header ${JSON.stringify(wrong[0])} has characters that a header cannot have`
  const certificates = certificate === undefined ? undefined : read(certificate, 1024 * 1024)
  if (certificate !== undefined && certificates === undefined) return `the certificate file cannot be read`
  return {
    urls: {
      logs: `${endpoint}${signalPaths.logs}`,
      metrics: `${endpoint}${signalPaths.metrics}`,
      traces: `${endpoint}${signalPaths.traces}`,
    },
    ...{ headers: made, protocol, compression, timeoutMs },
    ...(certificates === undefined ? {} : { certificates }),
  }
}

const isHeader = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** `$NAME` and `${NAME}`. */
function replaceVariables(text: string, env: Environment): { readonly text: string } | { readonly missing: string } {
  let missing: string | undefined
  const replaced = text.replace(/\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? ''
    if (env[name] === undefined || env[name] === '') missing ??= name
    return env[name] ?? ''
  })
  return missing === undefined ? { text: replaced } : { missing }
}
