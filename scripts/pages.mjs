// The generated pages of docs/.
import {
  commonFields,
  eventNames,
  eventRows,
  permissionWords,
  replyRows,
} from '../packages/core/dist/protocol/index.js'

const head = (title, source) => `# ${title}\n\n<!-- Generated from ${source} by \`npm run generate\`; edit there. -->\n`
const cell = (text) => text.replaceAll('|', '\\|')

export function eventsPage() {
  const index = ['| event | gate | on failure | matcher is tested against |', '|---|---|---|---|']
  for (const name of eventNames) {
    const row = eventRows[name]
    index.push(
      `| [\`${name}\`](#${name.toLowerCase()}) | ${gate(row)} | ${row.gate.kind === 'none' ? '–' : row.onFailure} | ${cell(row.subjectDoc)} |`,
    )
  }
  const common = `## Common fields\n\nEvery event but \`workspaceOpen\` carries these beside its own (that one carries only \`hook_event_name\`, \`cursor_version\`, \`workspace_roots\` and \`user_email\`).\n\n${fieldTable(commonFields)}`
  return `${head('Events', 'packages/core/src/protocol/events/')}\n${index.join('\n')}\n\n${common}\n\n${eventNames.map(eventSection).join('\n\n')}\n`
}

const gate = (row) => ({ permission: '`permission`', continue: '`continue`', none: 'observes' })[row.gate.kind]

function eventSection(name) {
  const row = eventRows[name]
  const parts = [`## ${name}\n\n${row.doc}`]
  if (Object.keys(row.input).length > 0) parts.push(`**Input**\n\n${fieldTable(row.input)}`)
  parts.push(`**Reply**\n\n${replyTable(row)}`)
  if (row.older.length > 0) parts.push(`Older names, sent beside today's: ${row.older.map(olderName).join(', ')}.`)
  const sample = { hook_event_name: name, ...row.sample('/repo') }
  parts.push(
    `**Try it**\n\n\`\`\`sh\nhookline trigger ${name}\n\`\`\`\n\n\`\`\`json\n${JSON.stringify(sample, null, 2)}\n\`\`\``,
  )
  return parts.join('\n\n')
}

const olderName = ({ name, today, inside }) => `\`${inside ? `${inside}[].` : ''}${name}\` = \`${today}\``

function fieldTable(fields) {
  const rows = Object.entries(fields).map(
    ([name, field]) =>
      `| \`${name}\`${field.need === 'optional' ? '?' : ''} | ${cell(describe(field.type))} | ${cell(field.doc)}${field.private ? ' *(private)*' : ''} |`,
  )
  return ['| field | type | |', '|---|---|---|', ...rows].join('\n')
}

function replyTable(row) {
  const rows = []
  if (row.gate.kind === 'permission')
    rows.push(
      `| \`permission\` | ${cell(
        permissionWords(row)
          .map((word) => `"${word}"`)
          .join(' | '),
      )} | ${row.gate.ask === 'denies' ? '"ask" counts as "deny".' : ''} |`,
    )
  if (row.gate.kind === 'continue') rows.push('| `continue` | boolean | false refuses. |')
  for (const name of row.reply)
    rows.push(`| \`${name}\` | ${cell(describe(replyRows[name].type))} | ${cell(replyRows[name].doc)} |`)
  return rows.length === 0
    ? 'None: what it prints is kept on the record.'
    : ['| field | type | |', '|---|---|---|', ...rows].join('\n')
}

function describe(type) {
  if (type.kind === 'oneOf') return type.words.map((word) => `"${word}"`).join(' | ')
  if (type.kind === 'list') return `list of ${describe(type.of)}`
  if (type.kind === 'nullable') return `${describe(type.of)} | null`
  if (type.kind === 'shape')
    return `{ ${Object.entries(type.fields)
      .map(([name, field]) => (field.need === 'optional' ? `${name}?` : name))
      .join(', ')} }`
  return type.kind
}

const table = (codes) =>
  [
    '| code | |',
    '|---|---|',
    ...Object.entries(codes).map(([code, sentence]) => `| \`${code}\` | ${cell(sentence)} |`),
  ].join('\n')

const problem = ([code, { level, says, why, cure, fixes }]) =>
  `### ${code}\n\n**${level}** · ${says} ${why}\n\n**Cure:** ${cure}${fixes ? ' Fixable: `hookline check --fix`.' : ''}`

export function problemsPage(codes) {
  const intro =
    'What `hookline check` may say about a file, in the workspace or alone. A code never changes. **error**: something written there has no effect; **warning**: it works, but not everywhere or not as meant; **note**: worth knowing. Where a case is milder than usual, the paragraph says so.'
  const index = Object.keys(codes).map((code) => `[\`${code}\`](#${code})`)
  return `${head('Problems', 'packages/core/src/protocol/problems.ts')}\n${intro}\n\n${index.join(' · ')}\n\n${Object.entries(codes).map(problem).join('\n\n')}\n`
}

export const errorsPage = (codes) =>
  `${head('Errors', 'packages/core/src/errors.ts')}\nThe \`code\` of a \`HooklineError\`. A hook's own failure is no error: it is an outcome on the effect, and \`because\` says what followed from it.\n\n${table(codes)}\n`
