/** What a new team has done, for its members and for programs. */
import { AdminService, checklistSteps } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'

export interface SetUpStep {
  readonly id: string
  readonly title: string
  readonly isDone: boolean
  readonly hint: string
  readonly command: string | undefined
}

/** In order. A step that only a newer server has is left out. */
export async function readChecklist(machine: Machine, admin: Admin): Promise<readonly SetUpStep[]> {
  const { steps } = await call(adminServer(admin, machine), AdminService.method.getChecklist, { teamId: admin.teamId })
  const done = new Set(steps.filter((step) => step.done).map(({ id }) => id))
  return checklistSteps
    .filter(({ id }) => steps.some((step) => step.id === id))
    .map(({ id, title, hint, command }) => ({
      ...{ id, title, hint },
      isDone: done.has(id),
      command: command?.replace('<url>', admin.url),
    }))
}
