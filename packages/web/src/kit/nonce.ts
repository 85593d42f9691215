/** The nonce of this page. The content security policy allows styles that components create only with it. */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
export const nonce = meta?.nonce ?? meta?.getAttribute('nonce') ?? ''
