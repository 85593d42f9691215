// Compares the engines of `packages/core/src/regex` and RE2JS with V8, as ratios, so that the speed of the machine does not matter.
import { RE2JS } from 're2js'
import { compileBounded } from '../packages/core/dist/regex/index.js'

const commands = 'git commit -m "fix the build" && npm test; '
const subjects = {
  'a command': commands,
  '10 KB of ASCII': commands.repeat(240),
  '10 KB with accents and emoji': 'écho « déjà vu » 😀 && npm test; '.repeat(300),
}
const patterns = [
  ['rm\\s+-rf', ''],
  ['git\\s+push.*(--force|-f)', ''],
  ['\\b(curl|wget)\\b.*\\|\\s*(ba)?sh', 'i'],
  ['^(?!git )[a-z]+ .*(?<!--dry-run)$', ''],
  ['(["\'])(?:rm|dd)\\1', ''],
  ['(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_]))\\s+-rf', 'iv'],
]

/** Nanoseconds for one test, the best of five rounds. */
function cost(test) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    let times = 1
    for (;;) {
      const began = performance.now()
      for (let at = 0; at < times; at++) test()
      const took = performance.now() - began
      if (took > 20) {
        least = Math.min(least, (took / times) * 1e6)
        break
      }
      times *= 4
    }
  }
  return least
}

const inRe2 = (pattern, flags) => {
  try {
    return flags === 'iv' ? undefined : RE2JS.compile(flags === 'i' ? `(?i)${pattern}` : pattern)
  } catch {
    return undefined
  }
}
const ratio = (cost, base) => `${(cost / base).toFixed(1)}x`.padStart(9)

console.log(`${''.padEnd(78)}own / V8  RE2 / V8`)
for (const [pattern, flags] of patterns)
  for (const [name, subject] of Object.entries(subjects)) {
    const expression = new RegExp(pattern, flags)
    const own = compileBounded(pattern, flags)
    const re2 = inRe2(pattern, flags)
    const base = cost(() => expression.test(subject))
    const linear =
      re2 === undefined
        ? '      –'
        : ratio(
            cost(() => re2.test(subject)),
            base,
          )
    console.log(
      `${pattern.padEnd(48)}${name.padEnd(29)}${ratio(
        cost(() => own(subject)),
        base,
      )} ${linear}`,
    )
  }
