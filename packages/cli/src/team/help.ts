/** The help texts of the subcommands of `hookline team`. */
export const helps: Readonly<Record<string, string>> = {
  enroll: `Usage: hookline team enroll <url> <code> [--name <machine>] [--allow-http]
                            [--yes] [--json]

Joins a team. Creates a key for this machine, pins the team's root with the
code, installs the signed hooks for this system and shows them to you. You get
the code from an owner. At a terminal, or with --yes, it also connects your
agents (hookline connect), because the hooks run only in agents that call
Hookline. Otherwise it says which agents do not. With --yes the exit code is 1
if an agent could not be connected. Use - instead of the code to type it, or to
pass it on the first line of stdin. Then it is not visible in the process list.

  --name <machine>   the name in the list of devices; default: the host name
  --allow-http       allow a server without TLS, on a network you trust
  --yes              connect the agents of this machine without asking

Example: hookline team enroll https://hooks.example.com k3…
`,
  sync: `Usage: hookline team sync [team] [--quiet] [--json]

Checks the signed repository now and installs new hooks. Running engines do this
every 30 minutes. If an update fails, the last good hooks stay in force. It also
sends what waits: decisions, and which agents this machine has. To see that:
hookline team status --report

  --quiet   print nothing, for programs that run it in the background. Exit code
            0 on a machine that is in no team

Example: hookline team sync
`,
  status: `Usage: hookline team status [team] [--report] [--json]

Shows for each team which revision is in force, when it was synced, which
updates were refused and why, how many reports wait, and which agents of this
machine do not call Hookline, so that the hooks do not run there. Exit code 1 if
something needs your attention.

  --report   print exactly what the team's server has got about the agents of
             this machine, and what the next sync sends: names, versions and
             times. Also what previews asked about the log of this machine, and
             every number that was answered
  --json     { "teams": [ … ], "gone": [ … ], "connected", "notConnected" }

Example: hookline team status
`,
  hooks: `Usage: hookline team hooks [team] [--json]

Lists the hooks of a team that run on this machine, and their files.

Example: hookline team hooks
`,
  coverage: `Usage: hookline team coverage [--state <state>] [--team <id>] [--json]

Shows how many machines of the team are guarded, on how many no agent asks
Hookline, how many have not synced, and which versions of agents have never
asked. Uses the token of \`hookline team keygen\`, or HOOKLINE_TEAM_URL and
HOOKLINE_TEAM_TOKEN with a service token that has the scope devices:read.

  --state <state>   also list the machines in this state: guarded, partly, idle,
                    failing, quiet or unknown

Exit codes: 0 all machines are guarded; 1 some are not, or the server refuses.

Example: hookline team coverage --state idle
`,
  checklist: `Usage: hookline team checklist [--team <id>] [--json]

Lists the steps of setting up a team: which are done, and for each of the others
what to do. The dashboard shows the same list. Uses the token of
\`hookline team keygen\`, or HOOKLINE_TEAM_URL and HOOKLINE_TEAM_TOKEN with a
service token that has the scope devices:read.

  --json   { "complete", "steps": [ { "id", "title", "done", … } ] }

Exit codes: 0 all steps are done; 1 some are not, or the server refuses.

Example: hookline team checklist
`,
  devices: `Usage: hookline team devices [search] [--team <id>] [--json]
       hookline team devices <machine>… --canary | --no-canary [--team <id>]
                             [--json]

Lists the machines of the team: revision, coverage and last sync. Search words
must all match a part of the name, the system, a version, an agent or the
enrolment code. With --canary, machines become canaries: they get a rollout
first (hookline team publish --ring canary). Only owners can choose them. A
rollout that is under way keeps the machines that it began with.

  <machine>      the id of a machine, or its whole name
  --canary       these machines are canaries
  --no-canary    these machines are not canaries any more
  --team <id>    the team, if you administer several
  --json         { "devices": [ { "id", "name", "revision", "isCanary", … } ] }

Example: hookline team devices ada-laptop --canary
`,
  logout: `Usage: hookline team logout [team] [--yes] [--json]

Leaves the team and removes its hooks from this machine, even if the server is
unreachable.

Example: hookline team logout --yes
`,
  keygen: `Usage: hookline team keygen <owner link> [options]
       hookline team keygen --rotate | --rotate-online [--team <id>]
                            [--old-key <file>]

With the link from \`hookline serve\`: creates your account and the team's root
key. The key is created on this machine and never sent. With the server's
address instead of a link: gives another machine of an owner a token for
publishing. --rotate replaces the root keys with the same number of new ones,
signed with the old ones. --rotate-online replaces the keys on the server. Use -
instead of the link to type it, or to pass it on the first line of stdin. With
--password-stdin the password is the next line.

  --email <address>   the e-mail address of your account; otherwise it asks
  --password-stdin    read the password from stdin; otherwise it asks
  --totp <code>       the code of your second factor, if you have one
  --team-name <name>  the name of a new team
  --keys <n>          number of root keys; default 1
  --threshold <n>     number of keys that must sign the next root; default 1
  --old-key <file>    with --rotate: an old key stored elsewhere; repeatable
  --allow-http        allow a server without TLS, on a network you trust
  --json

Example: hookline team keygen 'http://127.0.0.1:4680/accept#…'
`,
  publish: `Usage: hookline team publish <dir> [--dry-run] [--yes] [--note <text>] [--code]
                             [--observe | --ring canary | --percent <n> | --all]

Publishes a directory to every machine of the team: a hooks.json, a
hookline.json (packs, rules, prompt hooks, modules and settings) or both, and
their scripts. Shows and checks the changes of each hook, asks you, then signs
and publishes them. What is no longer in the directory is removed. A key without
effect is an error, and then nothing is published.

  --dry-run          only show the changes
  --yes              do not ask
  --note <text>      the reason; it is recorded in the audit log
  --observe          to every machine, but new and changed hooks only judge and
                     record there: nothing is denied, asked or rewritten. What
                     is enforced now stays enforced
  --ring canary      first only to the machines that are chosen as canaries
  --percent <n>      first to this share of the machines, 1 to 100
  --all              to every machine at once; the default
  --code             also print the command that enrolls a machine
  --uses <n>         machines that can use the code; default 1
  --hours <n>        hours until the code expires; default 24
  --team <id>        the team, if you administer several
  --json

In CI, set HOOKLINE_TEAM_TOKEN to a service token (hookline team token create)
and HOOKLINE_TEAM_URL to the address of the server. No file of an owner is then
needed.

Example: hookline team publish ./team-hooks --code
`,
  preview: `Usage: hookline team preview <dir> [--days <n>] [--yes] [--json]
       hookline team preview [--end] [--json]

Says what a directory would have denied before you publish it. Saves it as
drafts and asks every machine to judge its new and changed packs and rules over
its own log. Nothing of it runs: no script, module, prompt or request. Machines
report counts only; no command, prompt, path or output leaves them. Without a
directory it shows the counts so far. Machines with an active agent answer
within a minute, the others at their next sync, for 7 days.

The log of a machine has the events for which a hook ran. What it does not hold
(texts that were private, had a secret or were too long) could not be judged,
and is counted as that.

  --days <n>    how far back, 1 to 30; default 7
  --end         no longer ask the machines that have not answered
  --yes         do not ask
  --team <id>   the team, if you administer several
  --json        { "preview": { "counts": { "events", "denies", "newDenies",
                "asks", "unjudged" }, "hooks", "reported", "deniedOn", … } }

Example: hookline team preview ./team-hooks --days 7
`,
  pause: `Usage: hookline team pause all | <hook> --reason <why> [--for 1h] [--yes]
                           [--json]
       hookline team pause --list [--json]

Every machine of the team skips all hooks of the team, or one of them, until the
pause ends. It ends by itself on each machine, even if the server is unreachable
then. The pause is signed like a revision. People see it in list, status,
explain, log and team status. Machines with an active agent get it within 10
seconds, the others at their next event.

  <hook>           the id or the name of a hook; all for every hook of the team
  --reason <why>   people see it at every hook that does not run
  --for <time>     30m, 1h or 2d; default 1h, at most 7d
  --list           show what is paused
  --yes            do not ask
  --team <id>      the team, if you administer several
  --json

Example: hookline team pause all --for 30m --reason 'guard.sh denies everything'
`,
  resume: `Usage: hookline team resume [all | <hook>] [--team <id>] [--json]

Ends pauses before their time: those of one hook, or all. The hooks run again on
machines with an active agent within 10 seconds, on the others from their next
event.

Example: hookline team resume
`,
  rollback: `Usage: hookline team rollback [revision] [--note <why>] [--dry-run] [--yes]
                              [--json]

Signs the hooks of an older revision as a new revision, after it has shown the
changes. Without a number it takes the newest revision that has other hooks than
the current one. The drafts on the server change with it, so that the next
revision does not bring back what was rolled back. Drafts of hooks that do not
change stay as they are.

  --note <why>   the reason; it is recorded in the audit log
  --dry-run      only show the changes
  --yes          do not ask
  --team <id>    the team, if you administer several
  --json

Example: hookline team rollback --note 'revision 12 denies every command'
`,
  rollout: `Usage: hookline team rollout [status] [--json]
       hookline team rollout advance [--percent <n> | --all] [--yes] [--json]
       hookline team rollout stop --reason <why> [--json]

A revision that was published with --ring or --percent goes to some machines
first. status shows how many have it, what they reported compared with the
stable hooks, and what comes next. advance begins the next stage. With --observe
every machine has it and nothing of it is enforced; status shows what each hook
would have denied, and only a person advances it. stop puts every machine back
on the stable hooks; the drafts stay. The server stops a
rollout by itself when hooks fail or deny more than before. Exit code 1 of
status: the last rollout was stopped.

  --percent <n>    to this share of the machines, 1 to 100; only upwards
  --all            to all machines, which finishes the rollout
  --reason <why>   people see it on the dashboard
  --yes            do not ask
  --team <id>      the team, if you administer several
  --json

Example: hookline team rollout advance --percent 25
`,
  watch: `Usage: hookline team watch

Polls the servers of this machine's teams every 3 seconds and installs what they
signed. Ends 60 seconds after the last event of an agent. The first event starts
it in the background, so you do not need to run it. HOOKLINE_TEAM_WATCH=off in
the environment of the agent stops that.

Example: hookline team watch
`,
  token: `Usage: hookline team token create <name> [--scope <scope>]… [--days <n>]
       hookline team token list | revoke <name>

Service tokens are for programs such as CI. A token works for one team, only for
its scopes, and expires. The server stores a hash of it. Only owners can create,
list and revoke service tokens. A token is revoked when the owner who created it
leaves the team or is demoted.

  --scope <scope>   may be repeated; default: what publishing needs, which is
                    hooks:read, hooks:write and publish. Others: devices:read,
                    devices:enroll, activity:read, members:read, audit:read,
                    scim (scim is equal to an owner: it decides who is one)
  --days <n>        days until it expires, 1 to 366; default 90
  --team <id>       the team, if you administer several
  --json

create prints the token once, as two lines for the environment of CI.

Example: hookline team token create ci --days 30
`,
}
