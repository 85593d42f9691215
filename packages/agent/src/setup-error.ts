/** Nothing could begin: what is missing or wrong, and the next step, for the person. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
