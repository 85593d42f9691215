/**
 * Keeps git, where a verifier's command starts it, from running programs that a repository's own configuration names. That file is no
 * part of a workspace's trust, and `git diff` or `git status` would start them (CONTRACT §8).
 */
type Env = Readonly<Record<string, string>>

/** These hold whatever the configuration says. */
const always: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.sshCommand', 'ssh'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  ['protocol.ext.allow', 'never'],
]

/** A diff program gets: path, old file, hash, mode, new file, hash, mode. An empty value would be an error, so this prints what git would. */
const plainDiff = 'show() { diff -u "$2" "$5"; return 0; }; show'

/** For settings that would change results if they were set always: what replaces one that the repository itself has. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/^diff\.external$/, plainDiff],
  [/^diff\..+\.command$/, plainDiff],
  [/^diff\..+\.textconv$/, 'cat'],
  [/^filter\..+\.(clean|smudge|process)$/, ''],
  [/^filter\..+\.required$/, 'false'],
  [/^merge\..+\.driver$/, 'false'],
  [/^interactive\.difffilter$/, 'cat'],
  [/^core\.(alternaterefscommand|askpass|gitproxy)$/, 'true'],
  [/^credential\.(.+\.)?helper$/, ''],
  [/^gpg\.(openpgp\.)?program$/, 'gpg'],
  [/^gpg\.x509\.program$/, 'gpgsm'],
  [/^gpg\.ssh\.program$/, 'ssh-keygen'],
  [/^gpg\.ssh\.defaultkeycommand$/, 'true'],
  [/^remote\..+\.uploadpack$/, 'git-upload-pack'],
  [/^remote\..+\.receivepack$/, 'git-receive-pack'],
]

/** Prints the names of all settings with their scopes. It starts none of the programs. */
export const listSettings = 'git config --list --show-scope --name-only -z'

/** The settings that the repository itself has, from what `listSettings` printed. */
export function readOwnSettings(printed: string): readonly string[] {
  const parts = printed.split('\0')
  const names = parts.filter((_, at) => at % 2 === 1 && ['local', 'worktree'].includes(parts[at - 1] ?? ''))
  return [...new Set(names)]
}

const dropped = /^GIT_(EXTERNAL_DIFF|CONFIG_PARAMETERS|CONFIG_COUNT|CONFIG_KEY_\d+|CONFIG_VALUE_\d+)$/

/** The variables with which git runs nothing that `own` settings of the repository name. */
export function withSafeGit(env: Env, own: readonly string[] = []): Env {
  const found = own.flatMap((name) => {
    // Names in the middle keep their case, and are not compared.
    const value = replaced.find(([pattern]) => pattern.test(withLowerEnds(name)))?.[1]
    return value === undefined ? [] : [[name, value] as const]
  })
  const settings = [...always, ...found]
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name))),
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
}

/** git ignores the case of the first and the last part of a name. */
const withLowerEnds = (name: string): string =>
  name.replace(/^[^.]*/, (part) => part.toLowerCase()).replace(/[^.]*$/, (part) => part.toLowerCase())
