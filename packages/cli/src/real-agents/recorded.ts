/** Records what an agent sends to its hooks, and compares it with `packages/core/src/agents/<name>/payloads.json`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@hookline/core/protocol'
import type { Files } from './agent.ts'
import type { TrialSandbox } from './sandbox.ts'

interface Recorded {
  readonly version: string
  /** In the order in which they came, each kind once, with paths, ids and times replaced. */
  readonly payloads: readonly JsonObject[]
}

/**
 * A hook that records its payload and decides nothing. Its command is `./record.sh`, or `./record.sh <event>` if the payload
 * does not name its event; then `{ event, payload }` is recorded.
 */
export const recorder: Files = {
  'record.sh': `#!/bin/sh
mkdir -p ../recorded
file="../recorded/$(date +%s%N)-$$.json"
if [ -z "$1" ]; then cat > "$file"; else { printf '{"event":"%s","payload":' "$1"; cat; printf '}'; } > "$file"; fi
`,
}

export function readRecorded({ root, home }: TrialSandbox): readonly JsonObject[] {
  const directory = join(root, '../recorded')
  const files = existsSync(directory) ? readdirSync(directory).sort() : []
  const text = JSON.stringify(files.map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')) as unknown))
  // True: every payload is an object, and so is what the recorder wrote.
  return JSON.parse(normalize(text, root, home)) as readonly JsonObject[]
}

const time = '2026-01-02T03:04:05.678Z'

function normalize(text: string, root: string, home: string): string {
  const seen = new Map<string, string>()
  const number = (found: string, prefix: string): string => {
    const known = seen.get(found) ?? `${prefix}${seen.size + 1}`
    seen.set(found, known)
    return known
  }
  return text
    .replaceAll(root, '/work')
    .replaceAll(home, '/home/dev')
    .replaceAll(root.replaceAll(/[^A-Za-z0-9]/g, '-'), '-work')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, time)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => number(id, 'id-'))
    .replaceAll(/toolu_\d{13}_[a-z0-9]+/g, (id) => number(id, 'call-'))
    .replaceAll(/"[^"]*\/node_modules\//g, '"/work/node_modules/')
    .replaceAll(/PGID: \d+/g, 'PGID: 1')
    .replaceAll(/\b1[0-9]{12}\b/g, String(Date.parse(time)))
    .replaceAll(/("\w*(?:duration\w*|_ms|Ms)":)\d+(\.\d+)?/g, '$11')
}

const fileOf = (agent: string): string =>
  fileURLToPath(new URL(`../../../core/src/agents/${agent}/payloads.json`, import.meta.url))

/** The recorded payloads of an agent. With `HOOKLINE_AGENTS_RECORD=1`, `payloads` are written there first. */
export function expectedPayloads(
  agent: string,
  version: string,
  payloads: readonly JsonObject[],
): readonly JsonObject[] {
  const file = fileOf(agent)
  if (process.env.HOOKLINE_AGENTS_RECORD === '1')
    writeFileSync(
      file,
      `${JSON.stringify({ version, payloads: eachKindOnce(payloads) } satisfies Recorded, null, 2)}\n`,
    )
  // True: this function wrote the file.
  return (JSON.parse(readFileSync(file, 'utf8')) as Recorded).payloads
}

/** The fields of the payloads with their types, each kind of payload once, sorted. */
export const shapesOf = (payloads: readonly JsonObject[]): readonly string[] =>
  [...new Set(payloads.map(shapeOf))].sort()

const shapeOf = (payload: JsonObject): string => [labelOf(payload), ...fieldsOf(payload, '')].join(' ')

const eachKindOnce = (payloads: readonly JsonObject[]): readonly JsonObject[] =>
  [...new Map([...payloads].reverse().map((payload) => [shapeOf(payload), payload])).values()].reverse()

function labelOf(recorded: JsonObject): string {
  // True: the recorder wrote this field, with the whole payload in it.
  const payload = (recorded.payload ?? recorded) as JsonObject
  const event = recorded.event ?? payload.hook_event_name ?? ''
  return [event, payload.tool_name ?? payload.toolName ?? ''].join(' ').trim()
}

function fieldsOf(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldsOf(item, `${path}[]`)))].sort()
  if (typeof value !== 'object' || value === null) return [`${path}:${value === null ? 'null' : typeof value}`]
  return Object.entries(value)
    .flatMap(([key, inner]) => fieldsOf(inner, path === '' ? key : `${path}.${key}`))
    .sort()
}
