/** What a command may touch, handed in so that tests can call commands too. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal
  /** Lets a command answer a signal itself; false: it is as it always is. */
  onSignal?(answer: (name: string) => boolean): void
  /** What to print, and how to exit, should this process die before it can answer. */
  lastWords?(words: LastWords | undefined): void
}
export interface LastWords {
  readonly stdout: string
  readonly exitCode: number
}

export interface Command {
  /** The usage line, what it does, its options and an example. */
  readonly help: string
  /** Where the first argument is a command of its own: what that one says of itself. */
  helpFor?(name: string | undefined): string | undefined
  /** `all` is every command, for those that describe the others. */
  run(args: readonly string[], io: Io, all: CommandTable): Promise<number>
}

/** Every command by name. A row loads its command when it is needed. */
export type CommandTable = Readonly<Record<string, CommandRow>>
export interface CommandRow {
  readonly does: string
  load(): Promise<Command>
}

/** 2 is not a usage error: inside an agent it means deny, and only `run` says it. */
export const exits = { fine: 0, finding: 1, refused: 2, internal: 3, usage: 64, interrupted: 130 } as const
