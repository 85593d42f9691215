/** What the rules need to know about the machine. Contract: never throws, never rejects, runs no code of the workspace. */
import type { SandboxLevel } from '@hookline/core/node'

export interface SyntaxFault {
  readonly line: number
  readonly message: string
}

/** Why no model can answer a prompt hook on this machine, and where to configure one. */
interface MissingEndpoint {
  readonly message: string
  readonly hint: string
}

export interface Facts {
  readonly system: 'linux' | 'darwin' | 'win32'
  readonly home: string
  /** The text of a regular file of at most 256 KiB (hook files: 1 MiB); undefined if it cannot be read. */
  read(path: string): string | undefined
  isFile(path: string): boolean
  /** The path with symbolic links resolved, or the same path if that fails. */
  real?(path: string): string
  /** Undefined if the system has no executable bit or the file does not exist. */
  executable(path: string): boolean | undefined
  /** `100644` or `100755`; undefined if the file is not in git's index or git is missing. */
  gitMode(path: string): Promise<string | undefined>
  onPath(program: string): boolean
  /** Why a prompt hook with this model has no endpoint on this machine; undefined if it has one. */
  noEndpoint(model: string | undefined): Promise<MissingEndpoint | undefined>
  /** Why this machine has no sandbox of the level; undefined if it has one. */
  noSandbox(level: SandboxLevel): string | undefined
  /** Whether the program is on the PATH of applications started from the desktop; undefined if that is not known. */
  onDesktopPath(program: string): boolean | undefined
  /** Parses without running anything, as `sh -n` does. Undefined if there is no error or no such interpreter. */
  parse(path: string, interpreter: 'sh' | 'bash' | 'node' | 'python3'): Promise<SyntaxFault | undefined>
}
