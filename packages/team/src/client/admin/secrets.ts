/** Finds secrets in a script: every machine of the team would get them, and the server keeps all versions for ever. */
import { create } from '@bufbuild/protobuf'
import { redactSecrets } from '@hookline/core/node'
import { type Finding, FindingSchema } from '../../wire/index.ts'

export const findSecrets = (script: string): readonly Finding[] =>
  redactSecrets(script).found.map((kind) =>
    create(FindingSchema, {
      code: 'secret',
      severity: 'warning',
      message: `the script seems to contain a secret (${kind}), and every machine of the team would get it`,
      hint: 'Read it from the environment or from a file on each machine',
      line: findLine(script, kind),
    }),
  )

/** Returns 0 if no single line contains the secret. */
const findLine = (script: string, kind: string): number =>
  script.split('\n').findIndex((line) => redactSecrets(line).found.includes(kind)) + 1
