// Generates docs/agents.md from the rows of the agents.
import { agents } from '@hookline/core/agents'
import { eventNames, eventRows } from '../packages/core/dist/protocol/index.js'

const code = (text) => `\`${text}\``
const list = (names) => (names.length === 0 ? '–' : names.map(code).join(' '))
const gates = eventNames.filter((name) => eventRows[name].gate.kind !== 'none')

function filesOf({ settings }, level) {
  const { as, shared, user = shared, wholeFiles } = settings
  const writer = as === undefined ? settings : agents.find(({ name }) => name === as).settings
  const whole = Object.keys(writer.wholeFiles?.([], level) ?? wholeFiles?.([], level) ?? {})
  const [file = level === 'user' ? user : shared, ...more] = whole
  const shown = more.length === 0 ? file : `${file.replace(/[^/]*$/, '')}<event>`
  return code(level === 'user' ? `~/${shown}` : shown)
}

const reports = ({ dialect }, event) => (dialect.firedBy?.(event) ?? [event]).length > 0
const rowOf = ({ dialect }, event) => dialect.agent?.rows[event] ?? {}
const refusalOf = (agent, event) => {
  const { refusal } = rowOf(agent, event)
  return typeof refusal === 'function' ? refusal({}) : refusal
}

function section(agent) {
  const { title, events, settings, proved } = agent
  const { agent: table } = agent.dialect
  const own = events === undefined ? `the names of [events.md](events.md)` : list(Object.keys(events))
  const stopped = gates.filter((event) => reports(agent, event) && refusalOf(agent, event) === 'stops')
  const later = gates.filter((event) => reports(agent, event) && refusalOf(agent, event) === 'later')
  const goesOn = eventNames.filter((event) => rowOf(agent, event).goesOn === true)
  const asked = gates.filter((event) => reports(agent, event) && rowOf(agent, event).ask !== undefined)
  const rewrites = eventNames.flatMap((event) =>
    Object.entries(rowOf(agent, event).rewrites ?? {}).map(
      ([field, { except }]) => `${code(field)} at ${code(event)}${except === undefined ? '' : ` (not ${except})`}`,
    ),
  )
  const ignored = gates.filter((event) => reports(agent, event) && refusalOf(agent, event) === undefined)
  const never = eventNames.filter((event) => !reports(agent, event))
  const steps = [...new Set(Object.values(settings.enable ?? {}))]
  return `## ${title}

| | |
|---|---|
| connect | ${code(`hookline connect ${agent.name}`)} |
| your settings | ${filesOf(agent, 'user')} |
| the project's settings | ${filesOf(agent, 'project')} |
| its events | ${own} |
| a refusal stops | ${list(stopped)} |
| a refusal is kept and stops the next act | ${list(later)} |
${goesOn.length === 0 ? '' : `| it does not wait for | ${list(goesOn)}: prompts and tool calls that arrive meanwhile wait in Hookline, up to 5 s, and are then refused until its hooks have answered |\n`}| a question is asked | ${asked.length === 0 ? 'nowhere: it is refused, and `hookline approve` lists the code' : `${list(asked)}; elsewhere${table?.mayRefuseQuestions === true ? ', and without a person,' : ''} it is refused, and \`hookline approve\` lists the code`} |
| a rewrite is applied | ${rewrites.length === 0 ? 'nowhere: what a hook would rewrite is refused' : rewrites.join(', ')} |
${table?.followUps === undefined ? '' : `| a follow-up at \`stop\` | ${table.followUps} |\n`}| it ignores refusals | ${list(ignored)} |
| it never reports | ${list(never)} |
| step in the agent | ${steps.length === 0 ? '–' : steps.join(' ')} |
| proved | ${proofOf(proved)} |
${(proved?.open ?? []).length === 0 ? '' : `\nNot settled: ${proved.open.join('; ')}.\n`}`
}

function proofOf(proved) {
  if (proved === undefined) return 'see [agents-tested.md](agents-tested.md)'
  const seen = proved.seen.join('; ')
  return proved.by === 'program'
    ? `on the real program: ${seen}`
    : `**not on the real program**; built from documents: ${seen}`
}

const summaryRow = (agent) => {
  const { title, proved } = agent
  const asks = gates.some((event) => rowOf(agent, event).ask !== undefined)
  const rewrites = Object.hasOwn(rowOf(agent, 'preToolUse').rewrites ?? {}, 'updated_input')
  const anchor = title.toLowerCase().replaceAll(' ', '-')
  const how = proved === undefined ? '' : proved.by === 'program' ? 'real program' : 'documents'
  return `| [${title}](#${anchor}) | ${code(agent.name)} | ${filesOf(agent, 'user')} | ${refusalOf(agent, 'preToolUse') === 'stops' ? 'yes' : 'no'} | ${asks ? 'asks' : 'refuses'} | ${rewrites ? 'applies' : 'refuses'} | ${how} |`
}

export function agentsPage() {
  const connected = agents.filter(({ settings, dialect }) => settings !== undefined && dialect !== undefined)
  return `<!-- Generated from packages/core/src/agents by npm run generate. Do not edit. -->

# What each agent enforces

One set of hooks runs in all of these agents. What an agent cannot carry out, Hookline refuses: a question that it would not ask, and a
rewrite that it would not apply. For your own hooks: \`hookline coverage\`. How to connect: [connect.md](connect.md).

"Real program" means that tests drive the program with a scripted model. "Documents" means that only its documentation, its public code and
reports were read, and that a stand-in reads settings and replies as they say. \`hookline status\` shows which it is.

| agent | name | your settings | a refused call does not run | a question | a rewritten call | proved on |
|---|---|---|---|---|---|---|
${connected.map(summaryRow).join('\n')}

${connected.map(section).join('\n')}`
}
