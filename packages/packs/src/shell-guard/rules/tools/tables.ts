/** The tables of the tools. Each is a function, because a command needs at most two of them. */
import { cloudTools } from './clouds.ts'
import { clusterTools } from './clusters.ts'
import { containerTools } from './containers.ts'
import { dataTools } from './data.ts'
import { infrastructureTools } from './infrastructure.ts'
import { machineTools } from './machine.ts'
import { accountServices } from './services/accounts.ts'
import { dataServices } from './services/data.ts'
import { machineServices } from './services/machines.ts'
import type { Tool } from './tool.ts'

/** If two of them name a program, the later one counts. */
export const toolTables: readonly (() => Readonly<Record<string, Tool>>)[] = [
  () => containerTools,
  () => clusterTools,
  () => infrastructureTools,
  () => cloudTools,
  () => dataTools,
  () => machineTools,
]

/** The rows of all of them count. */
export const serviceTables: readonly (() => string)[] = [
  () => dataServices,
  () => machineServices,
  () => accountServices,
]
