/** What the linter asks the machine. Contract: never throws, never rejects; nothing of the workspace is executed. */
export interface ShellFault {
  readonly line: number
  readonly message: string
}

export interface Facts {
  readonly system: 'linux' | 'darwin' | 'win32'
  readonly home: string
  /** The text of a regular file of at most 256 KiB (hook files: 1 MiB); undefined where there is none to read. */
  read(path: string): string | undefined
  isFile(path: string): boolean
  /** The path without links; absent, or the same path, where that is not known. */
  real?(path: string): string
  /** Undefined: this system has no such thing, or the file is not there. */
  executable(path: string): boolean | undefined
  /** `100644`, `100755`; undefined: not in git's index, or no git. */
  gitMode(path: string): Promise<string | undefined>
  onPath(program: string): boolean
  /** Why a prompt hook with this model has nobody to ask here; undefined: it has. */
  noEndpoint(model: string | undefined): Promise<string | undefined>
  /** On the PATH that an application started from the desktop has; undefined: not known. */
  onDesktopPath(program: string): boolean | undefined
  /** `sh -n`: parses, executes nothing. Undefined: no fault, or no such shell. */
  parse(path: string, shell: 'sh' | 'bash'): Promise<ShellFault | undefined>
}
