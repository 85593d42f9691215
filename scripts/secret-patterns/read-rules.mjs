// Reads the subset of TOML that the rules of gitleaks use: tables, strings, numbers and lists of strings.

const opening = /^\[\[?([\w.]+)\]?\]$/
const string = /'''([\s\S]*?)'''|"((?:[^"\\]|\\.)*)"|'([^']*)'/y

/** Returns each rule with the expressions that allow a match. */
export function readRules(text) {
  const rules = []
  let table = {}
  for (const { name, key, value } of entriesOf(text)) {
    if (name === undefined) {
      table[key] = value
      continue
    }
    table = name === 'rules' ? { keywords: [], allowed: [] } : {}
    if (name === 'rules') rules.push(table)
    if (name === 'rules.allowlists') rules.at(-1)?.allowed.push(table)
  }
  return rules.map((rule) => ({ ...rule, allowed: rule.allowed.filter(isOfSecret).flatMap(({ regexes }) => regexes) }))
}

/** Only those about the secret itself. Others need a path or a whole line, which a log record does not have. */
const isOfSecret = ({ regexes, paths, regexTarget, condition }) =>
  regexes !== undefined && paths === undefined && regexTarget === undefined && condition === undefined

function* entriesOf(text) {
  let at = 0
  while (at < text.length) {
    const end = text.indexOf('\n', at) === -1 ? text.length : text.indexOf('\n', at)
    const line = text.slice(at, end).trim()
    const table = opening.exec(line)
    const assigned = /^(\w+)\s*=\s*/.exec(text.slice(at, end))
    if (table !== null) yield { name: table[1] }
    if (table !== null || assigned === null) {
      at = end + 1
      continue
    }
    const read = valueAt(text, at + assigned[0].length)
    yield { key: assigned[1], value: read.value }
    at = read.end
  }
}

function valueAt(text, at) {
  if (text[at] === '[') return listAt(text, at + 1)
  const one = stringAt(text, at)
  if (one !== undefined) return one
  const [word] = /^[^\s#]+/.exec(text.slice(at, at + 64)) ?? ['']
  return { value: Number.isNaN(Number(word)) ? word : Number(word), end: at + word.length }
}

function listAt(text, from) {
  const value = []
  let at = from
  while (at < text.length && text[at] !== ']') {
    const one = stringAt(text, at)
    if (one !== undefined) value.push(one.value)
    at = one?.end ?? (text[at] === '#' ? text.indexOf('\n', at) : at + 1)
  }
  return { value, end: at + 1 }
}

function stringAt(text, at) {
  string.lastIndex = at
  const found = string.exec(text)
  if (found === null) return undefined
  const [whole, raw, quoted, plain] = found
  return { value: raw ?? plain ?? JSON.parse(`"${quoted}"`), end: at + whole.length }
}
