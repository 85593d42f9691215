/** The environment of an agent in a proof. Only variables of this list are passed on, so no key of the person is. */
import type { Io } from '../io.ts'

const passed =
  /^(?:PATH|LANG|LANGUAGE|LC_\w+|TERM|TZ|SHELL|USER|LOGNAME|LD_LIBRARY_PATH|NIX_LD\w*|HOOKLINE_ENTERPRISE_DIR|(?:NVM|FNM|ASDF)_DIR|ASDF_DATA_DIR|MISE_DATA_DIR|VOLTA_HOME)$/

export const cleanEnvironment = (env: Io['env']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && passed.test(name) ? [[name, value]] : [])),
  )
