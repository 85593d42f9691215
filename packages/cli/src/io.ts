/** The inputs and outputs of a command. They are passed in, so that tests can call commands directly. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}
/** The width of the terminal, or undefined for a file. */
export const terminalWidth = ({ isTTY, columns }: Output): number | undefined => (isTTY === true ? columns : undefined)

export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Aborts when the user presses Ctrl-C. */
  readonly signal: AbortSignal
  /** Lets a command handle a signal itself. If the handler returns false, the default handling applies. */
  onSignal?(handler: (name: string) => boolean): void
  /** What to print and how to exit if this process dies before it has printed its decision. */
  lastWords?(words: LastWords | undefined): void
}
export interface LastWords {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

export interface Command {
  /** The usage line, a description, the options and an example. */
  readonly help: string
  /** The help of a subcommand, for commands whose first argument is one. */
  helpFor?(name: string | undefined): string | undefined
  /** `all` is every command, for those that describe the others. */
  run(args: readonly string[], io: Io, all: CommandTable): Promise<number>
}

/** Every command by name. A row loads its command when it is needed. */
export type CommandTable = Readonly<Record<string, CommandRow>>
export interface CommandRow {
  readonly does: string
  /** Its output is for programs, or may contain code. It is not wrapped, not even at a terminal. */
  readonly forPrograms?: true
  /** Its JSON is records of the log, with payloads as they came. */
  readonly printsRecords?: true
  /** It weakens nothing in an agent's shell by itself, and must not fail there. */
  readonly guardsItself?: true
  load(): Promise<Command>
}

/** Exit code 2 is not a usage error. Agents read it as deny, so only `run` uses it. */
export const exits = { fine: 0, finding: 1, refused: 2, internal: 3, usage: 64, interrupted: 130 } as const

/** The conversation of events that prove a hook: `run` recognises them by it, and the record then says so. */
export const proofSession = 'hookline-doctor'

/** Reads a whole stream as UTF-8 text. Rejects if the bytes are not valid UTF-8. */
export async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.concat(chunks))
}
