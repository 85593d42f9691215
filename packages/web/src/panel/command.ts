/** The command of Hookline as the person can type it, which the server writes into the page. */
const written = globalThis.document?.querySelector('meta[name="hookline-command"]')?.getAttribute('content')
// Without the server of the panel, as in a development server, the page has only a placeholder.
const own = written == null || written === '' || written.startsWith('__') ? 'hookline' : written

/** `panel --write` becomes `npx hookline panel --write`. */
export const typed = (args: string): string => `${own} ${args}`

/** Why a change is not possible here. */
export const readOnlyText = (purpose = 'make changes'): string =>
  `This panel is read-only. To ${purpose}, run: ${typed('panel --write')}`
