/** The rules of the guard, in the order in which they run. */
import type { Rule, WholeRule } from '../rule.ts'
import { administratorRules } from './administrator.ts'
import { agentRules } from './agents.ts'
import { codeRules } from './code.ts'
import { consoleRules } from './consoles.ts'
import { databaseRules } from './databases.ts'
import { deletingRules } from './deleting.ts'
import { diskRules } from './disks.ts'
import { doorRules, doorsInText } from './doors.ts'
import { forcePush } from './force-push.ts'
import { forgeRules } from './forges.ts'
import { foundRules } from './found.ts'
import { gitRules } from './git.ts'
import { machineRules } from './machine.ts'
import { metadataRules } from './metadata.ts'
import { movingRules } from './moving.ts'
import { playbookRules } from './playbooks.ts'
import { powershellRules } from './powershell.ts'
import { processRules } from './processes.ts'
import { publishRules } from './publish.ts'
import { registryRules } from './registries.ts'
import { rightsRules } from './rights.ts'
import { runnerRules } from './runners.ts'
import { searchingRules } from './searching.ts'
import { secretRules, secretsInText } from './secrets.ts'
import { sendingRules } from './sending.ts'
import { toolRules } from './tools.ts'
import { unreadRules, unreadText } from './unread.ts'
import { verbRules } from './verbs.ts'
import { writingRules, writtenText } from './writing.ts'

/** Each is a function, because the programs of one text need few of them. */
export const ruleFamilies: readonly (() => readonly Rule[])[] = [
  () => deletingRules,
  () => foundRules,
  () => movingRules,
  () => diskRules,
  () => [forcePush],
  () => gitRules,
  () => forgeRules,
  () => unreadRules,
  () => runnerRules,
  () => codeRules,
  () => secretRules,
  () => sendingRules,
  () => searchingRules,
  () => metadataRules,
  () => doorRules,
  () => writingRules,
  () => administratorRules,
  () => rightsRules,
  () => machineRules,
  () => processRules,
  () => powershellRules,
  () => toolRules,
  () => playbookRules,
  () => databaseRules,
  () => consoleRules,
  () => publishRules,
  () => registryRules,
  () => agentRules,
  () => verbRules,
]

/** Checked for every text. */
export const wholeRules = (): readonly WholeRule[] => [...unreadText, ...doorsInText, ...secretsInText, ...writtenText]

/** Every rule of the guard. */
export const allRules = (): readonly (Rule | WholeRule)[] => [
  ...ruleFamilies.flatMap((rules) => rules()),
  ...wholeRules(),
]
