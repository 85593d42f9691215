/** Finds programs in settings and environment variables: `git -c core.pager=…`, `ssh -o ProxyCommand=…`, `GIT_EDITOR=…`. */
import type { ShellWord } from '../types.ts'

/** Settings of git whose value is run; for an alias, a helper or a hook only if the value begins with `!`. */
const gitPrograms =
  /^(core\.(sshcommand|pager|editor|askpass|fsmonitor|hookspath|alternaterefscommand|gitproxy)|sequence\.editor|diff\.external|diff\..*\.(command|textconv)|(difftool|mergetool|browser|man)\..*\.cmd|merge\..*\.driver|filter\..*\.(clean|smudge|process)|gpg\.(.*\.)?program|pager\.\w+|tar\..*\.command|interactive\.difffilter|trailer\..*\.(command|cmd)|sendemail\..*cmd|remote\..*\.(uploadpack|receivepack)|uploadpack\.packobjectshook|credential\.(.*\.)?helper|alias\..*|submodule\..*\.update)$/
const sshPrograms = /^(proxycommand|localcommand|remotecommand|knownhostscommand|pkcs11provider)$/i

/** The commands that a setting contains; undefined if it contains none. */
export function programOfSetting(program: string, word: ShellWord): readonly ShellWord[] | undefined {
  const [, key = '', value = ''] = /^([^=\s]+)[=\s]\s*([\s\S]*)$/.exec(word.text) ?? []
  if (key === 'commands' && program === 'aws') return commandList(word, value)
  const text = programText(program, key.toLowerCase(), value)
  return text === undefined || text === '' ? undefined : [{ ...word, text }]
}

function programText(program: string, key: string, value: string): string | undefined {
  if (/^(ssh|scp|sftp|autossh|mosh)$/.test(program))
    return sshPrograms.test(key) && value !== 'none' ? value : undefined
  if (program === 'cargo') return cargoPrograms.test(key) ? value.replace(/^["'[\s]+|["'\]\s]+$/g, '') : undefined
  if (program === 'hg') return hgProgram(key, value)
  if (program === 'svn') return /^config:(tunnels:|helpers:)/.test(key) ? value : undefined
  if (program === 'ctest') return /command$/.test(key) ? value : undefined
  if (/tar$/.test(program)) return key === 'exec' ? value : undefined
  if (program === 'wget') return key === 'use_askpass' ? value : undefined
  if (/^(npm|pnpm|yarn)$/.test(program)) return /^scripts[.[]/.test(key) ? value.replace(/^"(.*)"$/s, '$1') : undefined
  if (!gitPrograms.test(key)) return undefined
  const [, command] = /^!\s*([\s\S]*)$/.exec(value) ?? []
  // An alias without `!` is a subcommand of git, a helper without it is a suffix of a program name, and an update is a word.
  if (/^(alias|credential|submodule)\./.test(key))
    return command ?? (key.startsWith('alias.') ? `git ${value}` : undefined)
  return /^(true|false|always|\d+)$/.test(value) || key === 'core.hookspath' ? undefined : (command ?? value)
}

/** Settings of cargo whose value is run. */
const cargoPrograms =
  /^(build\.(rustc(-wrapper|-workspace-wrapper)?|rustdoc)|target\..*\.(runner|linker)|registry\.global-credential-providers|registr(y|ies\..*)\.credential-provider|doc\.browser)$/

/** Mercurial: hooks, aliases with `!`, its editor, pager and tools. */
function hgProgram(key: string, value: string): string | undefined {
  if (/^alias\./.test(key)) return /^!\s*([\s\S]*)$/.exec(value)?.[1]
  return /^(hooks\.|ui\.(editor|ssh|merge)$|pager\.pager$|extdiff\.|merge-tools\..*executable$|diff-tools\.)/.test(
    key,
  ) && !value.startsWith('python:')
    ? value
    : undefined
}

/** `commands=["a","b"]` and `commands=a` of `aws ssm send-command`. */
function commandList(word: ShellWord, value: string): readonly ShellWord[] {
  const quoted = [...value.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g)].map(([, one, two]) => one ?? two ?? '')
  return (quoted.length === 0 ? [value.replace(/^\[|\]$/g, '')] : quoted).map((text) => ({ ...word, text }))
}

/** Variables whose value common programs run. */
const runVariables =
  /^(GIT_(SSH_COMMAND|SSH|PAGER|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|PROXY_COMMAND|ASKPASS)|SSH_ASKPASS|SUDO_ASKPASS|SUDO_EDITOR|(MAN|SYSTEMD_|PSQL_|AWS_|GH_|BAT_|DELTA_)?PAGER|EDITOR|VISUAL|FCEDIT|BROWSER|GH_BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|RSYNC_RSH|CVS_RSH|KUBE_EDITOR|HGEDITOR|SVN_EDITOR|SVN_SSH|HG_EDITOR|npm_config_(script_shell|editor|git)|XDG_OPEN|PERL5DB|MAKESHELL|TAR_OPTIONS_EXEC|RUSTC|RUSTC_(WORKSPACE_)?WRAPPER|RUSTDOC|CARGO_TARGET_\w+_(RUNNER|LINKER)|CARGO_BUILD_RUSTC\w*|CC|CXX|LD|CMAKE_\w+_LAUNCHER|ANSIBLE_SSH_EXECUTABLE|DIFFPROG|BORG_RSH|BORG_PASSCOMMAND|RESTIC_PASSWORD_COMMAND|FZF_\w+_COMMAND|RCLONE_PASSWORD_COMMAND|PSQL_EDITOR)$/i

/** Whether a shell expands the text of this variable before a line: `PS4='$(rm x)' bash -x`. */
export const isPromptVariable = (name: string): boolean => /^PS[0-4]$|^R?PROMPT[1-4]?$/.test(name)

/** Whether a program runs the text of this variable. */
export const isRunVariable = (name: string): boolean => runVariables.test(name)
