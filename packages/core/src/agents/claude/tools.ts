/** The shapes of Claude Code's tools where they differ from Hookline's. */

import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { underscoreNames } from '../tool-calls/mcp-names.ts'
import { createTools, type ToolShape } from '../tool-calls/tools.ts'
import { dropEmpty, numberOf, textOf } from '../values.ts'
import { claudeToolRows } from './tool-names.ts'

const shapes: Readonly<Record<string, ToolShape>> = {
  Shell: {
    theirs: () => 'Bash',
    response: shellResponse,
    ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }),
    ourResult: shellResult,
  },
  Write: {
    theirs: kindOfWrite,
    response: (result, input) => ({
      ...dropEmpty({ filePath: input.file_path }),
      success: true,
      ...(isObject(result) ? result : dropEmpty({ output: result })),
    }),
  },
}

export const claudeCalls = createTools({
  rows: claudeToolRows,
  shapes,
  mcp: underscoreNames,
  synonyms: [['Task', 'Agent']],
})

function kindOfWrite(input: JsonObject): string {
  if ((input.notebook_path ?? input.target_notebook) !== undefined) return 'NotebookEdit'
  if (input.edits !== undefined) return 'MultiEdit'
  return input.old_string === undefined ? 'Write' : 'Edit'
}

function shellResponse(result: unknown): JsonObject {
  const { output, ...rest } = isObject(result) ? result : { output: result }
  const stdout = textOf(output) ?? ''
  return { stdout, stderr: '', interrupted: false, isImage: false, output: stdout, ...rest }
}

function shellResult(response: unknown): unknown {
  if (!isObject(response)) return undefined
  const { stdout, stderr, backgroundTaskId } = response
  const output = [stdout, stderr].map(textOf).filter(Boolean).join('\n')
  // A command that continues in the background has no exit code yet.
  return backgroundTaskId == null ? { output, exitCode: exitCodeIn(response) } : { output }
}

/** Claude Code reports only success and failure. A code that is not a failure (1 of grep, diff, test) comes with an interpretation. */
const exitCodeIn = ({ exitCode, returnCodeInterpretation }: JsonObject): number =>
  numberOf(exitCode) ?? (textOf(returnCodeInterpretation) ? 1 : 0)
