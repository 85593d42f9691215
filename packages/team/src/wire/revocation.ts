/** That a machine is revoked, in the team's own name: what a server merely says, and a proxy may say for it, takes no hooks away. */

/** `<unix ms>.<base64url of an Ed25519 signature>`, of the team's key for timestamps; without the second part it is a mere claim. */
export const revokedHeader = 'hookline-revoked'

/** What is signed. No metadata of the repository begins like it. It holds for ever: a machine that comes back is a new device. */
export const revocationText = (team: string, device: string, at: number): string =>
  `hookline: revoked\n${team}\n${device}\n${at}`
