/** Which program a session is in, as a person would call it. Pure. */

/** The first that fits: many call themselves by the names of those after them, too. */
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

const nameIn = (text: string, names: typeof programs): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

export function agentSaid(agent: string): string {
  if (agent === '') return 'a program that did not say its name'
  const [program, system] = [nameIn(agent, programs), nameIn(agent, systems)]
  if (program === undefined) return agent.length > 60 ? `${agent.slice(0, 60)}…` : agent
  return system === undefined ? program : `${program} on ${system}`
}
