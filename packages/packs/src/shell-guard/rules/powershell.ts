/** Checks PowerShell commands by their verb. */
import { list, onlyShows } from '../options.ts'
import { ask, type Rule } from '../rule.ts'

const ends = /^(Remove|Clear|Stop|Disable|Uninstall|Format|Reset|Restart|Suspend|Unregister)-[A-Z]\w+$/i
/** Verbs that create or change what the machine runs. */
const changes =
  /^(New|Set|Add|Enable|Register)-(LocalUser|LocalGroupMember|Service|NetFirewall\w*|ScheduledTask|ADUser)$/i
/** Nouns that affect only the session, or have their own rule. */
const harmless: ReadonlySet<string> = new Set(
  list(`remove-item stop-process clear-host remove-variable clear-variable remove-module remove-job stop-job
    remove-pssession stop-transcript reset-computermachinepassword clear-content clear-history format-table format-list
    format-wide format-custom format-hex stop-watch disable-psbreakpoint remove-psbreakpoint remove-event unregister-event`),
)

export const powershellRules: readonly Rule[] = [
  {
    name: 'powershell-verb',
    instead: 'Let the person run it.',
    find({ command }) {
      if (!command.name.includes('-') || !(ends.test(command.name) || changes.test(command.name))) return undefined
      if (!/^[A-Z]/.test(command.name) || harmless.has(command.name.toLowerCase()) || onlyShows(command))
        return undefined
      return command.words.some((word) => /^-whatif$/i.test(word.text))
        ? undefined
        : ask(`change this machine (${command.name})`)
    },
  },
]
