/** What looks like a secret in a script: every machine of the team would have it, and the server all versions for ever. */
import { create } from '@bufbuild/protobuf'
import { redactSecrets } from '@hookline/core/node'
import { type Finding, FindingSchema } from '../../wire/index.ts'

export const secretFindings = (script: string): readonly Finding[] =>
  redactSecrets(script).found.map((kind) =>
    create(FindingSchema, {
      code: 'secret',
      severity: 'warning',
      message: `this looks like a secret (${kind}), which every machine of the team would have`,
      hint: 'Read it from the environment, or from a file of each machine',
      line: lineOf(script, kind),
    }),
  )

/** 0 where it stands in no single line. */
const lineOf = (script: string, kind: string): number =>
  script.split('\n').findIndex((line) => redactSecrets(line).found.includes(kind)) + 1
