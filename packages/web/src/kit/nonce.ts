/** The nonce of this page: styles that components make are let in by it. */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
export const nonce = meta?.nonce ?? meta?.getAttribute('nonce') ?? ''
