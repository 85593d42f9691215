/** Which variables of the firing process a hook with `"environment": "clean"` inherits (CONTRACT §5): enough to run programs, and no secrets. */
import { agents } from './agents/list.ts'
import type { Platform } from './ports.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const cleanNames: ReadonlySet<string> = new Set(
  words(`
    PATH HOME USER LOGNAME SHELL PWD TMPDIR TMP TEMP LANG LANGUAGE TZ
    TERM TERM_PROGRAM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CI HOOKLINE_DEPTH TRACEPARENT TRACESTATE
    XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS XDG_STATE_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
    LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME
    LC_ADDRESS LC_IDENTIFICATION LC_MEASUREMENT LC_NAME LC_PAPER LC_TELEPHONE`),
)
/** In capitals, because Windows ignores case here. Without some of these, no program starts there. */
const windowsNames: ReadonlySet<string> = new Set(
  words(`
    SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT PSMODULEPATH OS NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE
    USERPROFILE USERNAME USERDOMAIN COMPUTERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA ALLUSERSPROFILE PUBLIC
    PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432`),
)
const agentNames = agents.flatMap(({ variables }) => variables?.known ?? [])
/** Agents keep their keys in variables with their own prefix. */
const secret = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|COOKIE|HEADER|CERT|OPTION|URL|DSN|PAT$/i

/** Whether a hook with a clean environment inherits this variable. `named` is the `env` of its entry: names, or beginnings with `*`. */
export function isCleanVariable(name: string, named: readonly string[] = [], system: Platform['system'] = 'linux') {
  const isWindows = system === 'win32'
  const known = isWindows ? name.toUpperCase() : name
  if (cleanNames.has(known) || (isWindows && windowsNames.has(known))) return true
  if (!secret.test(known) && agentNames.some((names) => names.test(known))) return true
  return named.some((one) => isNamed(known, isWindows ? one.toUpperCase() : one))
}

const isNamed = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
