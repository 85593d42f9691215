/** The signed statement that a machine is revoked. An unsigned one, which a proxy could send, does not remove hooks. */

/** `<unix ms>.<base64url of an Ed25519 signature>`, signed with the team's timestamp key. Without the signature it proves nothing. */
export const revokedHeader = 'hookline-revoked'

/** The signed text. No metadata of the repository starts like this. It never expires: a machine that enrolls again is a new device. */
export const revocationText = (team: string, device: string, at: number): string =>
  `hookline: revoked\n${team}\n${device}\n${at}`
