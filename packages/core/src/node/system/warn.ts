/** Emits a Node warning: developers see it on stderr, and programs can listen to it (`process.on('warning')`). */
export function warn(message: string, cause: unknown): void {
  const detail = cause instanceof Error ? cause.stack : undefined
  process.emitWarning(message, { type: 'HooklineWarning', ...(detail === undefined ? {} : { detail }) })
}
