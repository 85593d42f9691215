/** What each of `hookline team`'s own commands says of itself. */
export const helps: Readonly<Record<string, string>> = {
  enroll: `Usage: hookline team enroll <url> <code> [--name <machine>] [--allow-http] [--json]

Joins a team: makes a key for this machine, pins the team's root by the code, installs the
hooks of this system, signed, and tells you of them. The code is the owner's to give; given
as - it is asked for, or is the first line of stdin, where no list of processes shows it.

  --name <machine>   what the owner sees in the list of devices; default: the host's name
  --allow-http       also without TLS, in a network you trust

Example: hookline team enroll https://hooks.example.com k3…
`,
  sync: `Usage: hookline team sync [team] [--quiet] [--json]

Looks into the signed repository now and brings what is new. Engines that run do so every
30 minutes; after errors the last good hooks stay in force.

  --quiet   for programs that start it in the background

Example: hookline team sync
`,
  status: `Usage: hookline team status [team] [--json]

What of each team is in force here, how old it is, what was refused and why, how many
reports wait. Exit code 1 where something has to be looked at.

Example: hookline team status
`,
  hooks: `Usage: hookline team hooks [team] [--json]

The hooks of a team that run on this machine, and from which files.

Example: hookline team hooks
`,
  logout: `Usage: hookline team logout [team] [--yes] [--json]

Leaves: the hooks are removed from this machine, whether the server can be reached or not.

Example: hookline team logout --yes
`,
  keygen: `Usage: hookline team keygen <owner link> [options]
       hookline team keygen --rotate | --rotate-online [--team <id>] [--old-key <file>]

With the link of hookline serve: makes your account and the root key of what the team signs.
The key is made here and never sent. With the server's address instead: another machine of
an owner gets a token to publish with. --rotate makes new root keys, as many as there were,
signed with the old ones; --rotate-online new keys on the server, which ends those it had.
The link as - is asked for, or is the first line of stdin; with --password-stdin the password
is the line after it.

  --email <address>  --password-stdin  --totp <code>  --team-name <name>
  --keys <n>         how many root keys; default 1
  --threshold <n>    how many of them have to sign the next root; default 1
  --old-key <file>   with --rotate: an old key that is kept elsewhere; again for more
  --allow-http       also without TLS, in a network you trust
  --json

Example: hookline team keygen 'http://127.0.0.1:4680/accept#…'
`,
  publish: `Usage: hookline team publish <dir> [--dry-run] [--yes] [--note <text>] [--code]

A directory with a hooks.json and its scripts becomes what every machine of the team has.
Shows what changes, script by script, checks it, asks, then signs and publishes.

  --dry-run          only show
  --yes              do not ask
  --note <text>      why; it is kept in the journal
  --code             also print the command that enrols a machine
  --uses <n>         for so many machines; default 1      --hours <n>   good so long; default 24
  --team <id>        where you administer several         --json

Example: hookline team publish ./team-hooks --code
`,
}
