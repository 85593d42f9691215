/** `hookline schema`: the JSON Schemas, from the same tables that the engine reads by. */

import { dirname, join } from 'node:path'
import { usualDirectory, usualFile } from '@hookline/core/agents'
import { type EventName, hooksFileSchema, inputSchema, type JsonSchema, replySchema } from '@hookline/core/protocol'
import { carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { readText } from '../edit/change.ts'
import { ownSchema } from '../edit/own-target.ts'
import { schemaBeside, schemaText } from '../edit/schema-file.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { eventFlag } from '../trigger/event-flag.ts'

export const help = `Usage: hookline schema hooks | hookline | <event> input | <event> reply

Prints a JSON Schema (2020-12): of hooks.json (the default), of hookline.json, of what a
hook reads on stdin for an event, or of what it may answer.

  --write        hooks, hookline: write it beside the workspace's file, as
                 ${usualDirectory}/hooks.schema.json or .hookline/hookline.schema.json; a line
                 "$schema": "./hooks.schema.json" then makes editors complete and check
  --cwd <dir>    with --write: start here; the workspace is the nearest directory upward
                 that holds ${rootMarksText}
  --json         with --write: { "files": [ { path, action } ], "result": "written" }

Exit codes: 0, 1 not written, 64 wrong usage.

Example: hookline schema beforeShellExecution reply
`

const options = { write: { type: 'boolean' }, cwd: { type: 'string' }, json: { type: 'boolean' } } as const
const files: Readonly<Record<string, { readonly file: string; schema(): JsonSchema }>> = {
  hooks: { file: usualFile, schema: hooksFileSchema },
  hookline: { file: '.hookline/hookline.json', schema: ownSchema },
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 2)
  const [name = 'hooks', part] = positionals
  const known = Object.hasOwn(files, name) ? files[name] : undefined
  if (known !== undefined && part !== undefined) throw new UsageError(`"schema ${name}" takes nothing more`)
  if (values.write === true) {
    if (known === undefined)
      throw new UsageError(`--write is for hooks and hookline; write: hookline schema ${name} … > file`)
    return write(known, join(findRoot(readDirectory(values.cwd, io)), known.file), values.json === true, io)
  }
  const schema = known?.schema() ?? eventSchema(eventFlag(name, 'hookline schema'), part)
  io.stdout.write(schemaText(schema))
  return exits.fine
}

function write({ schema }: { schema(): JsonSchema }, beside: string, asJson: boolean, io: Io): Promise<number> {
  return mendable(io, async () => {
    const { file, change } = schemaBeside(beside, schema(), io.cwd)
    const manner = { yes: true, json: asJson, asks: 'existing', within: dirname(dirname(beside)) } as const
    const result = await carryOut([file], manner, io)
    if (asJson) io.stdout.write(`${json({ files: reportOf([file], io.cwd), result })}\n`)
    else if (result === 'nothing to do') io.stderr.write(`${oneLine(shownPath(file.path, io.cwd))} is up to date.\n`)
    const named = readText(beside, io.cwd)?.includes('"$schema"') === true
    if (!asJson && !named && change.kind === 'schema')
      io.stderr.write(`Name it in ${oneLine(shownPath(beside, io.cwd))}: "$schema": ${JSON.stringify(change.href)}\n`)
    return exits.fine
  })
}

function eventSchema(event: EventName, part: string | undefined): JsonSchema {
  if (part === 'input') return inputSchema(event)
  if (part === 'reply') return replySchema(event)
  throw new UsageError(`input or reply? hookline schema ${event} input`)
}
