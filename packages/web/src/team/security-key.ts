/** Talks to security keys through the browser. Options and answers are the JSON of the server. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** What the user can do about an error of the browser. The texts of browsers differ and are long. */
const messages: Readonly<Record<string, string>> = {
  NotAllowedError: 'The security key did not answer, or you cancelled. Try again.',
  InvalidStateError: 'This security key is already registered.',
  SecurityError: 'The browser refuses security keys at this address. Open the dashboard by its host name over https.',
  NotSupportedError: 'This browser or this security key is not supported.',
}

const explain = (thrown: unknown): Error => {
  const name = thrown instanceof Error ? thrown.name : ''
  return new Error(Object.hasOwn(messages, name) ? messages[name] : 'The security key did not work. Try again.')
}

export async function createKey(options: string): Promise<string> {
  const response = await startRegistration({ optionsJSON: JSON.parse(options) }).catch((thrown: unknown) => {
    throw explain(thrown)
  })
  return JSON.stringify(response)
}

export async function readKey(options: string): Promise<string> {
  const response = await startAuthentication({ optionsJSON: JSON.parse(options) }).catch((thrown: unknown) => {
    throw explain(thrown)
  })
  return JSON.stringify(response)
}
