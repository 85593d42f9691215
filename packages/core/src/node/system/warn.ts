/** Node's own way for what a developer should see and a program may listen to (`process.on('warning')`). */
export function warn(message: string, cause: unknown): void {
  const detail = cause instanceof Error ? cause.stack : undefined
  process.emitWarning(message, { type: 'HooklineWarning', ...(detail === undefined ? {} : { detail }) })
}
