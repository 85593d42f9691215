/** Counts what the run of a prompt hook with `verify` has used, and compares it with the limits. Pure. */
import type { Usage, Verify } from '../flow.ts'
import type { ModelAnswer, ToolResult } from '../ports.ts'
import { verifierSystemText } from './verifier-text.ts'

export interface Tally {
  /** How often the model has answered. */
  rounds(): number
  addAnswer(answer: ModelAnswer): void
  /** `data` is what the model gets. */
  addResult(result: ToolResult, data: string): void
  /** Why the model may not be asked again. */
  findExcess(verify: Verify): string | undefined
  summary(): { readonly usage?: Usage; readonly notes: readonly string[] }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

export function createTally({ user }: { readonly user: string }): Tally {
  const usages: Usage[] = []
  const commands: string[] = []
  const kinds = new Set<string>()
  let reads = 0
  let tokens = 0
  /** Everything that the next question holds. */
  let sent = bytesOf(verifierSystemText) + bytesOf(user)
  return {
    rounds: () => usages.length,
    addAnswer(answer) {
      const { usage } = answer
      if (answer.kind === 'failed' || usage === undefined) return
      usages.push(usage)
      const reply = bytesOf(answer.text) + bytesOf(JSON.stringify(answer.calls ?? []))
      // A token has at least one byte, so an endpoint that does not count is not undercounted.
      tokens += (usage.inputTokens ?? sent) + (usage.outputTokens ?? reply)
      sent += reply
    },
    addResult({ isRead, command, redacted = [] }, data) {
      if (isRead === true) reads++
      if (command !== undefined) commands.push(command)
      for (const kind of redacted) kinds.add(kind)
      sent += bytesOf(data)
    },
    findExcess({ tokens: most, dollars }) {
      if (tokens >= most) return `the model used ${tokens} tokens of ${most} (verify.tokens) and came to no verdict`
      if (dollars === undefined) return undefined
      if (usages.some(({ usd }) => usd === undefined)) return 'the cost is unknown, so verify.dollars cannot be kept'
      const spent = sumOf(usages, ({ usd }) => usd) ?? 0
      return spent >= dollars
        ? `the model cost $${Number(spent.toFixed(6))} of $${dollars} (verify.dollars) and came to no verdict`
        : undefined
    },
    summary: () => ({
      ...summarise(usages, { reads, commands }),
      notes: [...kinds].map((kind) => `redacted:${kind}`),
    }),
  }
}

function summarise(
  usages: readonly Usage[],
  seen: { readonly reads: number; readonly commands: readonly string[] },
): { readonly usage?: Usage } {
  const [first] = usages
  if (first === undefined) return {}
  const inputTokens = sumOf(usages, (one) => one.inputTokens)
  const outputTokens = sumOf(usages, (one) => one.outputTokens)
  const usd = sumOf(usages, (one) => one.usd)
  return {
    usage: {
      model: first.model,
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
      ...(usd === undefined ? {} : { usd }),
      cached: false,
      rounds: usages.length,
      ...seen,
    },
  }
}

/** Undefined if one of them is not known. */
function sumOf(usages: readonly Usage[], of: (usage: Usage) => number | undefined): number | undefined {
  const values = usages.map(of)
  return values.every((value) => value !== undefined) ? values.reduce((sum, value) => sum + (value ?? 0), 0) : undefined
}
