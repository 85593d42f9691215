// Generates pages of docs/ from the tables of the packages.
import { dialects } from '@hookline/core/dialects'
import {
  commonFields,
  eventNames,
  eventRows,
  permissionValues,
  reducedFields,
  replyRows,
} from '../packages/core/dist/protocol/index.js'

/** The results of `npm run bench`, as they were written. A missed goal is called missed. */
export function performancePage({ machine, rows }) {
  const shown = (value) => (value === undefined ? 'not measured' : value >= 100 ? value.toFixed(0) : value.toFixed(2))
  const verdict = ({ value, goal, least }) => {
    if (goal === undefined) return ''
    const isMet = value !== undefined && (least === true ? value >= goal : value <= goal)
    return `${least === true ? 'at least' : 'at most'} ${goal}: ${isMet ? 'met' : '**missed**'}`
  }
  const lines = rows.map(
    (row) =>
      `| ${row.name} | **${shown(row.value)}** ${row.unit} | ${verdict(row)} | ${row.bench}, load ${row.load.toFixed(1)} |`,
  )
  return `${head('Performance', 'bench/results.json')}
Every figure is a median of one run in which all contenders take turns, so a noisy moment affects all of them. Ratios say more than
milliseconds: they hold on other machines too. Measure your own machine with \`npm run bench\`.

Measured on ${machine.cores} cores (${machine.cpu}), ${machine.gigabytes} GB, Node ${machine.node}.

| measure | result | goal | benchmark |
|---|---|---|---|
${lines.join('\n')}

- \`sh -c true\` is a shell that does nothing: the least that any hook written for an agent costs.
- "Cold" is \`hookline run\` without the daemon, with its code cache filled.
- "The hook itself" is the same script as an agent starts it, without Hookline.
- A parked bash hook (\`warm\`) takes 0.4 of a cold one, and not less, because of what is left of it: of 2.1 ms, 1.0 are bash itself with the
  \`cat\` that it starts (the same process written to without Hookline takes as long), 0.6 are what any event costs in a host that was idle, and 0.5
  see that script, directory and configuration are unchanged, read the variables of the process, and write the event. A cold hook takes 5.1 ms.
- 64 sessions: the slow hook costs the others nothing. At real-time priority, with other work on the machine, their p99 was 1.8 × their median: the
  rest is the wait for a processor, because an event is answered by three processes, and two cores have those of other sessions, too.
- "A tool call" is all that the real agent does between two requests to the model: its own work, the command \`true\`, and the hooks.
  Hookline is connected as \`hookline connect\` does it, so it is called before and after each call; cc-safety-net is called only before it.
- A load above the number of cores means that other work ran beside the benchmark. Such a row shows the order of magnitude, and no more.

## Where the time goes

A cold \`run\` is one process that reads its code, does one event and ends. Each line includes those above it, in × \`node -e 0\`
(24 interleaved rounds at real-time priority, with a code cache that events of five kinds have filled):

| a process that | no hooks | shell-guard |
|---|---|---|
| runs an empty file | 1.00 | 1.00 |
| and has read the code that this event needs, with V8's cache of it | 1.24 | 1.49 |
| and has run it as far as it defines names | 1.32 | 1.64 |
| and answers and records the event: \`run\` | 1.49 | 2.49 |

So the goal of 1.7 with shell-guard leaves 1 ms for the event itself, after its code has been read and has defined its names. With the guard's rules replaced by an
answer that reads no command, \`run\` still takes 2.04: that is the most that a quicker look at ordinary commands could save. The rest is without a single cause: V8 makes
1.5 MB of code from its cache in 5.5 ms, and collects garbage three times in 2 ms; \`node:crypto\`, which has the hashes of the log, is loaded in 2.2 ms; the signals and timers of a hook take 1 ms;
expressions and functions of Node are compiled at their first use. A command of 20,000 characters takes 6 ms more (2.79), and starts no thread: packs end
in the turn that Node's own timer watches. Not faster: a bundle that is compressed further, a startup snapshot, V8's flags (it then rejects the code that Node keeps of its own modules:
10 ms more), a larger young generation, one file for the shell reader and the rules, a cache with the code of one kind of event alone (1 ms less, for that kind). The daemon has all of this behind it.

Of the launcher's time without hooks (1.37 ms in a loop, 2.0 × \`sh -c true\`), 0.39 ms are the start and end of a process, 0.46 ms are spent on who may speak to
whom (each side reads from \`/proc\` how the other one is confined), and 0.52 ms are the daemon, from the event to its answer. These checks are why a confined program cannot use the daemon to leave its sandbox. The front wakes the daemon while it looks at the caller, which made an event 0.07 ms shorter.
A larger young generation in the daemon (8 MB instead of 2) changes its times by 2 % and takes 9 MB more.
`
}

export function packsPage(packs) {
  const index = packs.map(({ name, description }) => `| [\`${name}\`](#${name}) | ${cell(description)} |`)
  return `${head('Packs', 'packages/packs/src/')}
${packsIntro}

| pack | |
|---|---|
${index.join('\n')}

${packs.map(packSection).join('\n\n')}
`
}

const packsIntro = `Packs are ready-made hooks. You list them in a \`hookline.json\`, and they run inside Hookline: without bash, without \`jq\`, and
without starting a process for each event.

\`\`\`sh
hookline packs                                     # lists all packs; hookline packs <name> describes one
hookline add shell-guard                           # shows a diff, writes .hookline/hookline.json, and proves that it works
hookline add git-policy --set 'protected=main,release/*'
hookline add protect-files --set allow+=.env.ci    # adds to a list; allow-= removes from it
hookline rules git-policy                          # lists its rules, what each does, and an example
hookline add git-policy --set rules.no-verify=ask  # sets one rule: deny, ask, allow or monitor
hookline add secret-scan --set mode=monitor        # only records what it would decide
hookline explain "git push -f"                     # shows their decision on a command, without running it
hookline remove git-policy
\`\`\`

\`\`\`jsonc
{
  "version": 1,
  "packs": {
    "shell-guard": { "level": "strict" },
    "git-policy": { "protected": ["main", "release/*"], "mode": "monitor" }
  }
}
\`\`\`

\`--user\` writes your own file (\`~/.config/hookline/hookline.json\`). The file of an organisation is \`/etc/hookline/hookline.json\`. The
packs of a workspace that you have not trusted can only deny or ask, and packs with effects wait ([trust.md](trust.md)). Each hook of a pack is an entry with the name
\`<pack>/<hook>\`, which you can use with \`list\`, \`log\` and \`disable\`. In addition to its parameters, each pack has \`mode\` (\`enforce\` or
\`monitor\`) and \`enabled\`. [rules-and-approvals.md](rules-and-approvals.md) shows how to change a single rule.

Mistakes in a file are reported with file and line. An unknown pack has no effect, an unknown or wrong parameter is replaced by its
default, and the other packs still work. In the file of an organisation, a mistake closes the gates of that pack instead
([problems.md](problems.md)). Every denial names the rule, the reason and an alternative. Only the user, not the model, learns how to
allow the action. An \`ask\` denies if there is no user to ask.

Packs run only for agents that call Hookline: see [connect.md](connect.md). To embed packs, install \`@hookline/packs\` in addition to
\`@hookline/core\`. The \`hookline\` command contains them. To write your own hooks, see [authoring.md](authoring.md), or
[rules.md](rules.md) for hooks without code. In TypeScript, use \`defineHook\` of [\`@hookline/core/sdk\`](library.md#the-subpaths) in a
module hook (\`"type": "module", "module": "./hooks/x.mjs"\`).`

function packSection(pack) {
  const usual = Object.fromEntries(Object.entries(pack.parameters).map(([key, { schema }]) => [key, schema.default]))
  const rows = Object.entries(pack.parameters).map(
    ([key, { schema, doc, forbiddenInProject }]) =>
      `| \`${key}\` | ${cell(typeText(schema))} | ${defaultText(schema.default)} | ${cell(doc)}${forbiddenInProject ? " A workspace's file cannot set it." : ''} |`,
  )
  const hooks = pack.hooks(usual).map(({ name, event }) => `\`${pack.name}/${name}\` on \`${event}\``)
  const tried = pack.canaries(usual).map(({ wants, says }) => `${wants.padEnd(5)}  ${says}`)
  return [
    `## ${pack.name}`,
    `${pack.about}`,
    `Hooks: ${hooks.join(', ')}.`,
    `| parameter | type | default | |\n|---|---|---|---|\n${rows.join('\n')}`,
    ...(pack.rules === undefined ? [] : [ruleTable(pack.rules(), usual)]),
    `\`hookline add ${pack.name}\` proves it with these examples:\n\n\`\`\`\n${tried.join('\n')}\n\`\`\``,
  ].join('\n\n')
}

function ruleTable(rules, usual) {
  const rows = rules.map(
    (rule) => `| \`${rule.id}\` | ${rule.levelWith(usual)} | ${cell(rule.catches)} | \`${cell(rule.example.says)}\` |`,
  )
  return ['| rule | default | catches | example |', '|---|---|---|---|', ...rows].join('\n')
}

const typeText = (schema) =>
  schema.enum?.map((word) => `\`${word}\``).join(' ') ??
  (schema.type === 'object' ? 'levels by rule' : undefined) ??
  (schema.type === 'array' ? `list${schema.items.enum ? ` of ${schema.items.enum.join(', ')}` : ''}` : schema.type)
const defaultText = (value) =>
  Array.isArray(value) ? value.map((one) => `\`${cell(one)}\``).join(' ') || 'none' : `\`${JSON.stringify(value)}\``

const head = (title, source) => `# ${title}\n\n<!-- Generated from ${source} by \`npm run generate\`; edit there. -->\n`
/** A line break would end the table, so it is shown as the command line shows it. */
const cell = (text) => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ⏎ ')

export function eventsPage() {
  const index = ['| event | gate | on failure | matcher is tested against |', '|---|---|---|---|']
  for (const name of eventNames) {
    const row = eventRows[name]
    index.push(
      `| [\`${name}\`](#${name.toLowerCase()}) | ${gate(row)} | ${row.gate.kind === 'none' ? '–' : row.onFailure} | ${cell(row.subjectDoc)} |`,
    )
  }
  const reduced = eventNames.filter((name) => eventRows[name].common === 'reduced').map(code)
  const common = `## Common fields\n\nEvery event carries these beside its own, except ${reduced.join(', ')}: there only ${Object.keys(reducedFields).map(code).join(', ')}.\n\n${fieldTable(commonFields)}`
  return `${head('Events', 'packages/core/src/protocol/events/')}\n${index.join('\n')}\n\n${common}\n\n${eventNames.map(eventSection).join('\n\n')}\n`
}

const gate = (row) => ({ permission: '`permission`', continue: '`continue`', none: 'observes' })[row.gate.kind]

function eventSection(name) {
  const row = eventRows[name]
  const parts = [`## ${name}\n\n${row.doc}\n\n${origin(name, row)}`]
  if (Object.keys(row.input).length > 0) parts.push(`**Input**\n\n${fieldTable(row.input)}`)
  parts.push(`**Reply**\n\n${replyTable(row)}`)
  if (row.older.length > 0) parts.push(`Older names, sent beside today's: ${row.older.map(olderName).join(', ')}.`)
  const sample = { hook_event_name: name, ...row.sample('/repo') }
  parts.push(
    `**Try it**\n\n\`\`\`sh\nhookline trigger ${name}\n\`\`\`\n\n\`\`\`json\n${JSON.stringify(sample, null, 2)}\n\`\`\``,
  )
  return parts.join('\n\n')
}

const code = (word) => `\`${word}\``

/** Which editions have the event, which agents report it, and how a host performs it. */
function origin(name, { since, operation, act }) {
  const first = since === 'hookline' ? "Hookline's own" : `Since edition ${since}`
  const agents = Object.values(dialects).flatMap(({ agent, firedBy }) => {
    const theirs = firedBy?.(name) ?? [name]
    if (agent === undefined || theirs.length === 0) return []
    return [theirs.includes(name) ? agent.title : `${agent.title} (at ${theirs.map(code).join(', ')})`]
  })
  const call = act === undefined ? 'hooks.fire' : 'hooks.guard'
  const host = operation === undefined ? `${code(call)} with this event` : code(operation)
  return `${first}. Reported by: ${agents.join(', ') || 'no agent yet'}. In a [host](host.md): ${host}.`
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
        permissionValues(row)
          .map((word) => `"${word}"`)
          .join(' | '),
      )} | ${row.gate.ask === 'denies' ? '"ask" counts as "deny".' : ''} |`,
    )
  if (row.gate.kind === 'continue') rows.push('| `continue` | boolean | false refuses. |')
  for (const name of row.reply)
    rows.push(`| \`${name}\` | ${cell(describe(replyRows[name].type))} | ${cell(replyRows[name].doc)} |`)
  return rows.length === 0
    ? 'None. The output is only recorded.'
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

const problem = ([code, { level, summary, why, fix, fixable }]) =>
  `### ${code}\n\n**${level}** · ${summary} ${why}\n\n**Fix:** ${fix}${fixable && !fix.includes('`--fix`') ? ' `hookline check --fix` can do it.' : ''}`

export function problemsPage(codes) {
  const intro =
    'The problems that `hookline check` reports. A code never changes.\n\n- **error**: a part of the file has no effect.\n- **warning**: it works, but not everywhere or not as intended.\n- **note**: worth knowing.\n\nIf a problem is sometimes milder than its usual level, its paragraph says so.'
  const index = Object.keys(codes).map((code) => `[\`${code}\`](#${code})`)
  return `${head('Problems', 'packages/core/src/protocol/problems.ts')}\n${intro}\n\n${index.join(' · ')}\n\n${Object.entries(codes).map(problem).join('\n\n')}\n`
}

export const errorsPage = (codes) =>
  `${head('Errors', 'packages/core/src/errors.ts')}\nThe \`code\` of a \`HooklineError\`. A hook that fails does not throw such an error: its failure is an outcome on the effect, and \`because\` explains what followed from it.\n\n${table(codes)}\n`
