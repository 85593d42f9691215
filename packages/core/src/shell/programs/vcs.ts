/** Version control: git by its verbs. */
import type { Grammar } from './grammar.ts'

const paths = 'read*'
const messages = {
  data: '-m|--message -C|--reuse-message -c|--reedit-message --author --date --cleanup --fixup --squash -S|--gpg-sign[] -u|--untracked-files[] -t|--template --trailer',
  read: '-F|--file',
}
const shows = {
  data: `-n|--max-count --since|--after --until|--before --author --committer --format --pretty[] --date -L -U|--unified
    --skip --decorate[] --color[] --stat[] --diff-filter --word-diff[] -l -M[] --abbrev[] --encoding`,
  pattern: '--grep -S -G',
  write: '--output',
  selects: '--glob',
}
const refs: Grammar = { operands: 'data*' }

const verbs: Readonly<Record<string, Grammar>> = {
  add: {
    flags: '-A|--all -f|--force -p|--patch -u|--update -i -v -N',
    values: { read: '--pathspec-from-file', data: '--chmod' },
    dryRun: '-n|--dry-run',
    operands: 'name*',
  },
  commit: {
    flags: '-a|--all -v -s|--signoff -n|--no-verify --amend -q -e -p -i -o',
    values: messages,
    dryRun: '--dry-run',
    operands: 'name*',
  },
  push: {
    flags:
      '-f|--force -u|--set-upstream -d|--delete --all --branches --mirror --tags --follow-tags -q -v --prune --no-verify --atomic',
    values: {
      data: '--force-with-lease[] -o|--push-option --repo --recurse-submodules --signed[]',
      filter: '--receive-pack|--exec',
    },
    dryRun: '-n|--dry-run',
    operands: 'data*',
    effects: { 'rewrites-history': '-f|--force-with-lease|--mirror', deletes: '-d|--prune|--mirror', sends: '*' },
  },
  'pull|fetch': {
    flags: '-f|--force -p|--prune -t|--tags -a|--all -r|--rebase[] -q -v -k -u|--update-head-ok',
    values: {
      data: '--depth --deepen -j|--jobs -s|--strategy -X|--strategy-option -o|--server-option --refmap',
      filter: '--upload-pack',
    },
    dryRun: '--dry-run',
    operands: 'data*',
  },
  clone: {
    values: {
      data: '-b|--branch -o|--origin --depth -j|--jobs --filter --shallow-since',
      setting: '-c|--config',
      filter: '-u|--upload-pack',
      directory: '--template',
      write: '--separate-git-dir',
    },
    flags: '-l -s -q -v -n --bare --mirror --recursive --single-branch',
    operands: 'url write',
  },
  checkout: {
    flags: '-f|--force -q -p|--patch -d|--detach --ours --theirs -m|--merge -t|--track[] -l',
    values: { data: '-b -B --orphan --conflict -U|--unified --inter-hunk-context', read: '--pathspec-from-file' },
    operands: { '-b|-B|--orphan': 'data*', '*': 'write*' },
    afterDashes: 'write*',
  },
  switch: {
    flags: '-f|--force|--discard-changes -d|--detach -m -t[]',
    values: { data: '-c|--create -C|--force-create --orphan' },
    operands: 'data*',
  },
  restore: {
    flags: '-S|--staged -W|--worktree -p|--patch -q --ours --theirs',
    values: { data: '-s|--source --conflict -U|--unified --inter-hunk-context', read: '--pathspec-from-file' },
    operands: 'write*',
  },
  rm: {
    flags: '-r -f|--force -q --cached --ignore-unmatch',
    dryRun: '-n|--dry-run',
    operands: { '--cached': 'name*', '*': 'delete*' },
  },
  mv: { flags: '-f|--force -k -v', dryRun: '-n|--dry-run', operands: 'delete* write' },
  clean: {
    flags: '-f|--force -d -x -X -q -i',
    values: { ignored: '-e|--exclude' },
    dryRun: '-n|--dry-run',
    operands: 'delete*',
    effects: { deletes: '-f' },
  },
  reset: {
    flags: '--hard --soft --mixed --keep --merge -q -p -N',
    operands: 'data name*',
    afterDashes: 'name*',
    effects: { deletes: '--hard' },
  },
  'log|shortlog|reflog|whatchanged|rev-list': {
    flags: '-p|-u|--patch --oneline --graph --all -i --follow -r -1',
    values: shows,
    // A history with its changes shows the contents of the files.
    operands: { '-p|-L|--full-diff': 'read*', '*': 'name*' },
    quiet: '--name-only|--name-status|--stat|--shortstat|--numstat',
  },
  difftool: {
    flags: '--cached --staged -g|--gui -d|--dir-diff -y|--no-prompt --prompt --trust-exit-code --no-index',
    values: { ...shows, data: '-t|--tool --rotate-to --skip-to', shell: '-x|--extcmd' },
    operands: 'read*',
  },
  'show|diff|blame|annotate|diff-tree|diff-index|diff-files|range-diff': {
    flags: '--cached --staged --name-only --name-status -p --no-index -w -b',
    values: shows,
    operands: 'read*',
    quiet: '--name-only|--name-status|--stat|--shortstat|--numstat|--quiet',
  },
  'hash-object': {
    flags: '-w --stdin',
    values: { data: '-t --path' },
    operands: { '-w': 'read*', '*': 'name*' },
    quiet: '-t',
  },
  'cat-file': {
    flags: '-t -s -e -p',
    values: { data: '--batch[] --batch-check[]' },
    operands: { '-t|-s|-e': 'name*', '-p': 'read', '*': 'data read' },
  },
  archive: {
    values: { write: '-o|--output', data: '--format --prefix --remote', name: '--add-file', filter: '--exec' },
    operands: 'data read*',
  },
  'bundle|format-patch': {
    values: { write: '-o|--output|--output-directory', data: '--format --prefix -v|--reroll-count', filter: '--exec' },
    operands: 'unknown*',
  },
  grep: {
    flags: '-i -v -l -L -n -c -o -q -E -F -P -w -h -H -a -I -p -W --cached --untracked --no-index',
    values: {
      pattern: '-e',
      read: '-f',
      data: '-A -B -C -m|--max-count --threads --max-depth --color[]',
      shell: '-O|--open-files-in-pager[]',
    },
    operands: { '-e|-f': 'read*', '*': 'pattern read*' },
    afterDashes: paths,
    quiet: '-l|-L|-c|-q',
  },
  'status|ls-files|ls-tree|check-ignore|check-attr|ls-remote|show-ref|rev-parse|describe|name-rev|merge-base|for-each-ref|symbolic-ref|var|count-objects|fsck|verify-commit|verify-tag|cherry':
    { operands: 'name*' },
  branch: {
    flags: '-d|--delete -D -f|--force -m|--move -M -c|--copy -C -a|--all -r|--remotes -v -q -l|--list --show-current',
    values: {
      data: '-u|--set-upstream-to -t|--track[] --contains[] --merged[] --no-merged[] --sort --format --points-at',
    },
    operands: 'data*',
  },
  tag: {
    flags: '-d|--delete -f|--force -a -s -l|--list -v',
    values: { ...messages, data: `${messages.data} -u --sort --format --contains[] -n[]` },
    operands: 'data*',
  },
  merge: {
    flags: '--abort --continue --no-ff --squash -q -e -n',
    values: { ...messages, data: `${messages.data} -s|--strategy -X|--strategy-option` },
    operands: 'data*',
  },
  rebase: {
    flags: '--abort --continue --skip -i|--interactive -q -v -f --root --autosquash --autostash -r',
    values: { shell: '-x|--exec', data: '--onto -s|--strategy -X|--strategy-option -C -S[]' },
    operands: 'data*',
  },
  'cherry-pick|revert': {
    flags: '-n|--no-commit -e -x -s --abort --continue --skip',
    values: { data: '-m|--mainline -X -S[] --strategy' },
    operands: 'data*',
  },
  stash: {
    verbs: {
      'push|save': {
        flags: '-u|--include-untracked -a|--all -k -p -q -S',
        values: { data: '-m|--message' },
        operands: 'name*',
      },
      'pop|apply|list|branch': refs,
      show: { flags: '-p|--patch --stat --name-only', operands: 'data', afterDashes: paths },
      'drop|clear': { operands: 'data*', effects: { deletes: '*' } },
    },
    flags: '-u|--include-untracked -a|--all -k -p -q',
    operands: 'data*',
  },
  bisect: {
    verbs: {
      run: { order: 'options first', operands: 'command' },
      'start|good|bad|skip|reset|log|replay|view|new|old|terms': refs,
    },
    operands: 'data*',
  },
  submodule: {
    verbs: {
      foreach: { flags: '--recursive -q', order: 'options first', operands: 'words' },
      'add|update|init|deinit|status|sync|summary|set-url|set-branch|absorbgitdirs': {
        flags: '-f|--force --all --init --recursive --remote',
        values: { data: '-b|--branch --name --depth -j|--jobs' },
        operands: 'unknown*',
      },
    },
    operands: 'unknown*',
  },
  remote: {
    verbs: {
      'add|set-url|rename|remove|rm|show|prune|update|get-url|set-head|set-branches': {
        values: { data: '-t -m' },
        operands: 'data*',
      },
    },
    operands: 'data*',
  },
  config: {
    flags:
      '--global --system --local --worktree --unset --unset-all --get --get-all --list -l --add -e --replace-all --remove-section',
    values: { write: '-f|--file', data: '--blob --type --default' },
    operands: 'data*',
  },
  worktree: {
    verbs: {
      add: { flags: '-f --detach', values: { data: '-b -B' }, operands: 'write data' },
      'remove|rm': { flags: '-f|--force', operands: 'delete' },
      'list|prune|lock|unlock|move|repair': { operands: 'name*' },
    },
    operands: 'unknown*',
  },
  'apply|am': {
    flags: '-R -3 --check --stat --index --cached',
    values: { data: '-p -C --whitespace', ignored: '--exclude --include', directory: '--directory' },
    operands: 'read*',
  },
  init: {
    values: { data: '-b|--initial-branch --object-format', read: '--template', write: '--separate-git-dir' },
    operands: 'write',
  },
  'filter-branch': {
    flags: '-f|--force',
    values: {
      shell:
        '--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup',
      directory: '--subdirectory-filter -d',
    },
    operands: 'data*',
    effects: { 'rewrites-history': '*' },
  },
  'filter-repo': {
    values: {
      'code:python':
        '--blob-callback --commit-callback --filename-callback --message-callback --name-callback --email-callback --refname-callback --tag-callback --reset-callback',
    },
    operands: 'data*',
    effects: { 'rewrites-history': '*' },
  },
}

export const vcsPrograms: Readonly<Record<string, Grammar>> = {
  'git|hub|yadm|dotgit': {
    flags: '-p|--paginate -P|--no-pager --bare --no-replace-objects --literal-pathspecs --version --help',
    values: {
      setting: '-c --config-env',
      directory: '-C --work-tree --git-dir',
      data: '--namespace --super-prefix',
      name: '--exec-path[]',
    },
    order: 'options first',
    verbs,
    operands: 'unknown*',
  },
}
