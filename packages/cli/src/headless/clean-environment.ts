/** The surroundings of an agent in a proof: directories of its own, and an environment without any key of the person. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Io } from '../io.ts'

const passed =
  /^(?:PATH|LANG|LANGUAGE|LC_\w+|TERM|TZ|SHELL|USER|LOGNAME|LD_LIBRARY_PATH|NIX_LD\w*|HOOKLINE_ENTERPRISE_DIR|(?:NVM|FNM|ASDF)_DIR|ASDF_DATA_DIR|MISE_DATA_DIR|VOLTA_HOME)$/

/** Only variables of the list above are passed on. */
export const cleanEnvironment = (env: Io['env']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && passed.test(name) ? [[name, value]] : [])),
  )

interface TrialDirectories {
  readonly home: string
  readonly root: string
  readonly temporary: string
}

export function makeTrialDirectories(base: string): TrialDirectories {
  const directories = { home: join(base, 'home'), root: join(base, 'work'), temporary: join(base, 'tmp') }
  for (const path of Object.values(directories)) mkdirSync(path, { mode: 0o700 })
  return directories
}
