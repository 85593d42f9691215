/** `hookline schema`: prints the JSON Schemas, made from the same tables that the engine uses. */

import { dirname, join } from 'node:path'
import { usualDirectory, usualFile } from '@hookline/core/agents'
import { type EventName, hooksFileSchema, inputSchema, type JsonSchema, replySchema } from '@hookline/core/protocol'
import { applyChanges, catchEditErrors, fileReports } from '../edit/apply-changes.ts'
import { readText } from '../edit/change.ts'
import { ownSchema } from '../edit/own-target.ts'
import { schemaBeside, schemaText } from '../edit/schema-file.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine } from '../text/plain.ts'
import { eventFlag } from '../trigger/event-flag.ts'

export const help = `Usage: hookline schema hooks | hookline | <event> input | <event> reply

Prints a JSON Schema (2020-12) of hooks.json (default), of hookline.json, of the
input that a hook reads on stdin for an event, or of its reply.

  --write        for hooks and hookline: write the schema beside the workspace's
                 file, as ${usualDirectory}/hooks.schema.json or
                 .hookline/hookline.schema.json. With the line
                 "$schema": "./hooks.schema.json" editors complete and check it
  --cwd <dir>    with --write: start in this directory. The workspace is the
                 nearest parent with ${rootMarksText}
  --json         with --write: { "files": [ { path, action } ],
                   "result": "written" }

Exit codes: 0 success; 1 not written; 64 wrong usage.

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
  if (known !== undefined && part !== undefined)
    throw new UsageError(`"schema ${name}" takes no further argument, got ${JSON.stringify(part)}`)
  if (values.write === true) {
    if (known === undefined)
      throw new UsageError(
        `--write works only for hooks and hookline. To save another schema: hookline schema ${name} input > file`,
      )
    return write(known, join(findRoot(readDirectory(values.cwd, io)), known.file), values.json === true, io)
  }
  const schema = known?.schema() ?? eventSchema(eventFlag(name, 'hookline schema'), part)
  io.stdout.write(schemaText(schema))
  return exits.fine
}

function write({ schema }: { schema(): JsonSchema }, beside: string, asJson: boolean, io: Io): Promise<number> {
  return catchEditErrors(io, async () => {
    const { file, change } = schemaBeside(beside, schema(), io.cwd)
    const applyOptions = { yes: true, json: asJson, asks: 'existing', within: dirname(dirname(beside)) } as const
    const result = await applyChanges([file], applyOptions, io)
    if (asJson) io.stdout.write(`${json({ files: fileReports([file], io.cwd), result })}\n`)
    else if (result === 'nothing to do') io.stderr.write(`${oneLine(shownPath(file.path, io.cwd))} is up to date.\n`)
    const named = readText(beside, io.cwd)?.includes('"$schema"') === true
    if (!asJson && !named && change.kind === 'schema')
      io.stderr.write(
        `To use it, add this line to ${oneLine(shownPath(beside, io.cwd))}: "$schema": ${JSON.stringify(change.href)}\n`,
      )
    return exits.fine
  })
}

function eventSchema(event: EventName, part: string | undefined): JsonSchema {
  if (part === 'input') return inputSchema(event)
  if (part === 'reply') return replySchema(event)
  throw new UsageError(`say whether you want the schema of the input or of the reply: hookline schema ${event} input`)
}
