/** Texts for a sign-in with an identity provider that failed. The server sends only a code. Pure. */
const messages: Readonly<Record<string, string>> = {
  expired: 'This sign-in took too long, was already used, or began in another browser. Try again.',
  cancelled: 'The identity provider did not sign you in. Try again, or ask your administrator.',
  refused: 'The answer of the identity provider is not valid. The log of the server has the reason.',
  unavailable: 'The server could not complete the sign-in. Try again.',
  unverified: 'The identity provider has not verified your e-mail address.',
  domain: 'Your e-mail address does not belong to a domain of this identity provider.',
  exists:
    'An account with your e-mail address exists already. Sign in with its password, then link the identity provider on the Account page.',
  'linked-elsewhere': 'This identity belongs to another account.',
  'no-role': 'None of your groups has access to the team. Ask your administrator.',
}

/** Reads the code from the address of the page. An unknown code has no text. */
export function readSignInFailure(search: string): string | undefined {
  const code = new URLSearchParams(search).get('sign-in') ?? ''
  return Object.hasOwn(messages, code) ? messages[code] : undefined
}
