/** Checks the command line tools of GitHub and GitLab. */
import type { ShellCommand } from '@hookline/core/shell'
import { fromVerb, joined, list, onlyShows } from '../options.ts'
import { ask, deny, type Finding, type Rule } from '../rule.ts'

/** What the verb and its arguments would do. */
const rows: readonly (readonly [RegExp, Finding])[] = [
  [/^(repo|project) (delete|archive|rename|transfer)\b/, deny('delete, archive or rename a repository')],
  [/^repo (edit\b.*--visibility|create\b.*--public)/, ask('change who sees a repository')],
  [/^repo sync\b.*--force/, deny('overwrite the history that others have (sync --force)')],
  [
    /^\S+ ((deploy-key|autolink|note|ports) )?(delete|remove)\b|^project \w+-(delete|archive)\b/,
    ask('delete something on the site that others use'),
  ],
  [/^(pr|mr|issue) (close|edit|lock|reopen)\b.*(…|\$\(|`)/, ask('change many items on the site at once')],
  [/^(pr|mr) merge\b/, ask('merge into a branch that others use')],
  [/^(secret|variable) set\b/, ask('change a secret or a setting that others use')],
  [/^workflow (run|enable|disable)\b|^ci run\b|^pipeline run\b/, ask('start or stop a workflow that others use')],
  [/^release (create|edit|upload)\b/, ask('publish a release')],
  [/^gist create\b/, ask('publish files that others can read')],
  [/^(ssh-key|gpg-key|deploy-key) add\b|^repo deploy-key add\b/, ask('give a key access')],
  [/^auth token\b|^auth status\b.*(-t\b|--show-token)/, ask('print a token')],
  [/^auth (logout|refresh)\b/, ask('change who is logged in')],
]

/** A request that changes something, by its method. */
function request(verb: ShellCommand): Finding | undefined {
  const text = joined(verb.words)
  // If several methods are given, the last one counts.
  const method = [...text.matchAll(/(?:^| )(?:-X|--method)[= ]?(\w+)/gi)].at(-1)?.[1]?.toUpperCase()
  if (method === 'DELETE') return ask('delete something through the API')
  if (/\bforce=true\b/.test(text)) return deny('overwrite the history that others have (force=true)')
  if (/\bgraphql\b.*\bmutation\b/s.test(text)) return ask('change something through the API')
  if (
    /\/(hooks|keys|collaborators|secrets|protection|rulesets|dispatches|transfer|invitations)\b/.test(text) &&
    sends.test(text)
  )
    return ask('change permissions through the API')
  return method === 'PUT' || method === 'PATCH' ? ask('change something through the API') : undefined
}

const sends = /(^| )(-f|-F|--field|--raw-field|--input)\b|\bPOST\b/

export const forgeRules: readonly Rule[] = [
  {
    name: 'forge',
    programs: ['gh', 'glab'],
    instead: 'Do this by hand on the site.',
    find({ command }) {
      const verb = fromVerb(command, list('-R --repo'))
      if (verb === undefined || onlyShows(command)) return undefined
      if (verb.words[0]?.text === 'api') return request(verb)
      return rows.find(([pattern]) => pattern.test(joined(verb.words)))?.[1]
    },
  },
]
