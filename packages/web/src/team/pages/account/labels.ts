/** The name of the program that a session belongs to. Pure. */

/** The first match wins, because many browsers also send the names of the browsers after them. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^node$|^undici|^hookline/i, 'hookline'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (text: string, names: typeof programs): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

export function describeUserAgent(agent: string): string {
  if (agent === '') return 'Unknown program'
  const [program, system] = [findName(agent, programs), findName(agent, systems)]
  if (program === undefined) return agent.length > 60 ? `${agent.slice(0, 60)}…` : agent
  return system === undefined ? program : `${program} on ${system}`
}
