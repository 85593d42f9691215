/** What a secret looks like. Only forms that are hardly ever anything else. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['private key', /-----BEGIN [A-Z ]{0,30}PRIVATE KEY/g],
  ['AWS key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})/g],
  ['GitLab token', /\bglpat-[\w-]{20,255}/g],
  ['Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}|hooks\.slack\.com\/services\/[A-Za-z0-9/+]{20,255}/g],
  ['API key', /\b(?:sk-(?:ant-|proj-)?[\w-]{20,255}|sk_live_\w{16,255}|AIza[\w-]{35}|npm_[A-Za-z0-9]{36})/g],
  ['bearer token', /\bBearer\s+(?![$<{])[\w.~+/-]{20,1024}/g],
  ['password in an address', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"$]{1,64}:(?![$<{])[^\s@"/]{3,128}@/g],
  ['value of a secret', /\b\w{0,32}(?:TOKEN|SECRET|PASSWORD|API_KEY)=(?!["'\\]*[$<{])["'\\]{0,2}[\w.~+/-]{8,512}/g],
]

export interface Secret {
  readonly kind: string
  readonly offset: number
}

export function secretsIn(text: string): readonly Secret[] {
  const found = kinds.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map((one) => ({ kind, offset: one.index, end: one.index + one[0].length })),
  )
  const kept: typeof found = []
  for (const one of found) if (!kept.some(({ offset, end }) => one.offset < end && offset < one.end)) kept.push(one)
  return kept.map(({ kind, offset }) => ({ kind, offset }))
}
