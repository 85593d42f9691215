/** The test beside a proposed hook: what proves it here, kept as cases for everybody who changes the script. */
import { Document } from 'yaml'
import type { Proposal } from './proposals.ts'

type Case = Readonly<Record<string, unknown>>

export const testName = ({ name }: Proposal): string => `${name}.hooktest.yaml`

export function testText({ script, proofs, cases = [] }: Proposal): string {
  const proved = proofs.flatMap((proof): readonly Case[] =>
    proof.kind === 'deny' || proof.kind === 'allow'
      ? [{ event: proof.event, input: proof.input('<root>'), want: { verdict: proof.kind } }]
      : [],
  )
  const document = new Document({ hook: `./${script}`, cases: [...proved, ...cases] })
  document.commentBefore = ' Run it: hookline test'
  return document.toString({ lineWidth: 0 })
}
