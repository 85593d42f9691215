/** For this system, into a file. Undefined if there is no compiler, or if the system has no launcher. */
export function buildLauncher(file?: string): string | undefined
/** The same for what puts hooks into a sandbox, on Linux. */
export function buildSandbox(file?: string): string | undefined
