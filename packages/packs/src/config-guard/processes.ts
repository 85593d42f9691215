/** Finds commands that end a process of Hookline or replace its program by one of the same name. Pure. */
import type { ShellCommand, ShellReading } from '@hookline/core/shell'

const byName = new Set(['pkill', 'killall', 'skill', 'taskkill', 'stop-process', 'spps'])
const services = new Set([
  'systemctl',
  'launchctl',
  'service',
  'rc-service',
  'sc',
  'sc.exe',
  'pm2',
  'supervisorctl',
  'brew',
])
const stops = /^(stop|disable|kill|unload|bootout|mask|remove|delete|uninstall|down)$/i
const lists = new Set(['pgrep', 'pidof', 'ps', 'grep', 'rg', 'awk', 'lsof', 'ss', 'fuser', 'cat'])

const says = ({ words }: ShellCommand, from = 1): boolean =>
  words.slice(from).some(({ text }) => /hookline/i.test(text.replace(/[[\]]/g, '')))

export function endsProcess(reading: ShellReading): boolean {
  const listed = reading.commands.some((command) => lists.has(command.name) && says(command))
  return reading.commands.some((command) => {
    const name = command.name.toLowerCase()
    if (byName.has(name)) return says(command) || (name === 'pkill' && command.words.some(meansIt))
    if (services.has(name)) return says(command) && command.words.some(({ text }) => stops.test(text))
    if (name !== 'kill' && !(name === 'fuser' && command.words.some(({ text }) => /^-\w*k/.test(text)))) return false
    if (command.words.some(({ text }) => /^(-l|-L|--list)$/.test(text))) return false
    return says(command) || (listed && command.words.some(({ known }) => !known))
  })
}
/** `pkill -f hook` treats the text as a pattern; one with wildcards may match anything. */
const meansIt = ({ text }: { readonly text: string }): boolean =>
  /^[\w .*-]{4,40}$/.test(text) && !text.startsWith('-') && 'hookline'.startsWith(text.replace(/[.*]+$/, ''))

/** Variables that set where Hookline's files are or how deep it runs inside itself. */
const steering = /^HOOKLINE_(ENTERPRISE_DIR|DEPTH|RUN)$/
const lasting = new Set(['launchctl', 'setx', 'systemctl', 'dbus-update-activation-environment'])
const lastingVariables = /^(PATH|HOME|NODE_OPTIONS|XDG_(CONFIG|STATE|CACHE)_HOME|HOOKLINE_\w+)(=|$)/

/** The command sets a variable that redirects Hookline, or puts another program behind its name. */
export function misleads(reading: ShellReading, text: string): boolean {
  if (/(^|[\s;&|({])(function\s+hookline\b|hookline\s*\(\s*\))/.test(text)) return true
  const paths = /(^|[\s;&|({])(export\s+|declare\s+\S+\s+)?PATH\+?=/.test(text)
  const replaces = reading.files.some(({ path, how }) => how !== 'read' && /(^|\/)hookline$/.test(path.text))
  if (paths && (replaces || reading.commands.some(makesIt))) return true
  return reading.commands.some(({ name, words, assignments }) => {
    const args = words.slice(1).map((word) => word.text)
    if (assignments.some((one) => steering.test(one.name))) return true
    if (/^(export|declare|typeset|local|readonly|env|setenv|set)$/.test(name))
      return args.some((one) => steering.test(one.replace(/=.*$/s, '')))
    if (name === 'hash') return args.includes('hookline') && args.some((one) => /^-\w*p/.test(one))
    if (name === 'alias') return args.some((one) => /^hookline=/.test(one))
    return lasting.has(name) && args.some((one) => lastingVariables.test(one))
  })
}
const makesIt = ({ name, words }: ShellCommand): boolean =>
  /^(cp|mv|ln|install|touch|tee|chmod|curl|wget)$/.test(name) &&
  words.slice(1).some(({ text }) => /(^|\/)hookline$/.test(text))
