/** For this system, into a file. Undefined if there is no compiler, or if the system has no launcher. */
export function buildLauncher(file?: string): string | undefined
/** The same for what puts hooks into a sandbox, on Linux. */
export function buildSandbox(file?: string): string | undefined
/** The launcher for Windows, from another system too. `forWine`: does without answers that Wine does not give. */
export function buildWindowsLauncher(file: string, options?: { readonly forWine?: boolean }): string | undefined
/** For tests: what starts a program with fewer rights on Windows. */
export function buildConfined(file: string): string | undefined
