/** `shell-guard.sh`: a sample guard before shell commands, in POSIX sh and awk. */
import { shField } from '../../new/sh-field.ts'

export const shellGuard = String.raw`#!/bin/sh
# shell-guard, for beforeShellExecution: refuses to delete a root, home or system directory, to force-push, and to run a
# download in a shell. It reads words and quotes, not the whole grammar of a shell: a sample to build on, and no wall.
# The replies are constants: nothing in a command can break the JSON or lose the no.

${shField}

# Prints the rule that the command on stdin breaks, and nothing where there is none.
broken_rule() {
  LC_ALL=C awk '
    { text = text $0 "\n" }
    END {
      fetches = text ~ /([$<][(]|${'`'})[ \t]*(curl|wget)[ \t]/
      todo[queued = 1] = text
      for (q = 1; q <= queued && q <= 50; q++) judge(todo[q])
    }
    function broken(rule) { print rule; exit }
    function base(word) { sub(/^.*\//, "", word); return word }
    function judge(s,   i, c, next_c, quote, size) {
      n = 0; word = ""; begun = 0; downloaded = 0; size = length(s)
      for (i = 1; i <= size; i++) {
        c = substr(s, i, 1); next_c = substr(s, i + 1, 1)
        if (quote == "\047") { if (c == quote) quote = ""; else word = word c }
        else if (c == "\\") { i++; if (next_c != "\n") { word = word next_c; begun = 1 } }
        else if (quote == "\"") {
          if (c == quote) quote = ""
          else word = word c
          if (c == "${'`'}" || (c == "$" && next_c == "(")) todo[++queued] = substr(s, i + (c == "$" ? 2 : 1))
        }
        else if (c == "\"" || c == "\047") { quote = c; begun = 1 }
        else if (c == "&" && (next_c == ">" || substr(s, i - 1, 1) == ">")) end_word()
        else if (c == "|" && next_c != "|" && substr(s, i - 1, 1) != "|") { end_command(1); if (next_c == "&") i++ }
        else if (index(";&|()${'`'}\n", c)) end_command(0)
        else if (index(" \t<>", c)) end_word()
        else { word = word c; begun = 1 }
      }
      end_command(0)
    }
    function end_word() { if (begun) w[++n] = word; word = ""; begun = 0 }
    function end_command(pipe,   first, i, j, fetched, recursive) {
      end_word()
      for (first = 1; first <= n; first++)
        if (w[first] !~ /^-|=/ && base(w[first]) !~ /^(sudo|doas|env|command|exec|nohup|time|nice|xargs|then|do|else|if|while|!|[{])$/) break
      name = first <= n ? base(w[first]) : ""
      if (name ~ /^([abdkz]|ba|da|fi)?sh$|^(python[0-9.]*|node|perl|ruby|php|eval|source|[.])$/) {
        if (downloaded || fetches) broken("download")
        for (i = first + 1; i <= n; i++) if (w[i] ~ /[ \t\n]/) todo[++queued] = w[i]
      }
      for (i = 1; i <= n; i++) {
        if (base(w[i]) ~ /^(curl|wget)$/) fetched = 1
        if (base(w[i]) == "rm") {
          for (j = i + 1; j <= n; j++) if (w[j] ~ /^-[A-Za-z]*[rR]/ || w[j] == "--recursive") recursive = 1
          for (j = i + 1; j <= n; j++) if (recursive && is_dear(w[j])) broken("delete")
        }
        if (base(w[i]) == "git") for (j = i + 1; j <= n; j++) if (w[j] == "push") is_forced(j + 1)
      }
      downloaded = pipe && (downloaded || fetched)
      n = 0
    }
    function is_dear(path) {
      if (path == "--no-preserve-root") return 1
      while (path ~ /\/[*.]?$/) sub(/\/[*.]?$/, "", path)
      return path == "" || path ~ /^(~[A-Za-z0-9_-]*|[$]HOME|[$][{]HOME[}]|[.][.](\/[.][.])*|\/(home|Users)\/[^\/]+)$/ \
        || path ~ /^\/(bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|srv|sys|usr|var|Library|System|Users)$/
    }
    function is_forced(from) { for (; from <= n; from++) if (w[from] ~ /^(--force|-[A-Za-z]*f[A-Za-z]*|[+].*)$/) broken("force-push") }'
}

# Exit code 2 is a no: a gate that cannot read its input refuses.
command=$(field command) || exit 2
rule=$(printf '%s' "$command" | broken_rule) || exit 2

case $rule in
  delete)
    cat <<'JSON'
{
  "permission": "deny",
  "user_message": "shell-guard: this would delete a root, home or system directory.",
  "agent_message": "Deleting a root, home or system directory is blocked here. Name the exact files to remove."
}
JSON
    ;;
  force-push)
    cat <<'JSON'
{
  "permission": "deny",
  "user_message": "shell-guard: this would force-push.",
  "agent_message": "Force push is blocked here. Use --force-with-lease on your own branch, or ask."
}
JSON
    ;;
  download)
    cat <<'JSON'
{
  "permission": "deny",
  "user_message": "shell-guard: this would run a download in a shell.",
  "agent_message": "Running a download in a shell is blocked here. Save it to a file, so that it can be read first."
}
JSON
    ;;
  *) echo '{ "permission": "allow" }' ;;
esac
`
