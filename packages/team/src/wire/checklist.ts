/** The steps of setting up a team, in order, with their texts. The dashboard and the command line show the same. */
export type ChecklistStepId =
  | 'root-key'
  | 'root-backup'
  | 'hooks'
  | 'device'
  | 'agent'
  | 'proof'
  | 'second-factor'
  | 'alarms'

interface ChecklistStepText {
  readonly id: ChecklistStepId
  readonly title: string
  /** What to do, if the step is not done. */
  readonly hint: string
  /** The command that does it, where one does. `<url>` is the address of the server. */
  readonly command?: string
}

export const checklistSteps: readonly ChecklistStepText[] = [
  {
    id: 'root-key',
    title: 'Create the root key',
    hint: 'An owner creates it on their own machine. It signs the keys of the server, and never leaves that machine.',
    command: 'hookline team keygen <url>',
  },
  {
    id: 'root-backup',
    title: 'Back up the root key',
    hint: 'Copy the key files that keygen listed to a safe place, then confirm it in the dashboard. Without them, the keys of the team can never be replaced.',
  },
  {
    id: 'hooks',
    title: 'Publish the first hooks',
    hint: 'Write them in the dashboard, or publish a directory with a hooks.json or a hookline.json.',
    command: 'hookline team publish <dir>',
  },
  {
    id: 'device',
    title: 'Enrol the first device',
    hint: 'An owner creates an enrolment code in the dashboard, or with: hookline team publish <dir> --code. It prints the command for the device.',
    command: 'hookline team enroll <url> <code>',
  },
  {
    id: 'agent',
    title: 'Connect an agent',
    hint: 'Connect the agents on a device, and use one of them. The hooks run only in agents that ask Hookline.',
    command: 'hookline connect',
  },
  {
    id: 'proof',
    title: 'Prove that a denial works',
    hint: 'Run this on a device. The result arrives with its next sync. To repeat it every day, publish the setting canary.',
    command: 'hookline doctor --prove --agent all',
  },
  {
    id: 'second-factor',
    title: 'Protect every owner with a second factor',
    hint: 'Each owner adds a security key or an authenticator app to their account.',
  },
  {
    id: 'alarms',
    title: 'Deliver alarms',
    hint: 'Set a webhook or an e-mail address, and send a test. An alarm reports a device that no longer guards, or no longer reports.',
  },
]
