/** Reports results as one JSON object. */
import { relative } from 'node:path'
import { json } from '../../text/plain.ts'
import type { Reporter } from './report.ts'

export const reportJson: Reporter = async (results, end, { io, network }) => {
  const files: object[] = []
  for await (const { file, root: _, ...rest } of results) files.push({ file: relative(io.cwd, file), ...rest })
  io.stdout.write(`${json({ version: 1, network, files, ...end() })}\n`)
}
