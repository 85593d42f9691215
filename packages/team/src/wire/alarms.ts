/** The kinds of alarms, about a machine that was guarded or about a rollout, and the ways to send them. */
export const alarmKinds = ['quiet', 'disconnected', 'not-asking', 'proof-failed', 'rollout-stopped'] as const
export type AlarmKind = (typeof alarmKinds)[number]
export const alarmChannels = ['webhook', 'email'] as const
export type AlarmChannel = (typeof alarmChannels)[number]
export const smtpSecurities = ['tls', 'starttls', 'none'] as const

/** In hours: how long a machine may be away before it counts as quiet. It outlasts a weekend. */
export const quietHours = { least: 1, most: 24 * 90, usual: 72 } as const
