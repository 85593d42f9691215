/** The session cannot start. The message names what is missing or invalid, and the next step. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
