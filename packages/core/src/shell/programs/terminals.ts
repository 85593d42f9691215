/** Tracers, terminals, editors and version control other than git, and which of their words are a command. */
import type { Grammar } from './grammar.ts'
import { starting, starts, withVerbs } from './starting-rows.ts'

/** Debuggers and tracers that start the program they observe. */
const tracers: Readonly<Record<string, Grammar>> = {
  'rr|replay': withVerbs({ 'record|replay': starts }, { operands: 'command' }),
  dlv: withVerbs({ exec: { operands: 'prefix', afterDashes: 'command' } }),
  bpftrace: { values: { 'code:bpftrace': '-e', shell: '-c', data: '-p -I -o' }, operands: 'script:bpftrace data*' },
  'dtrace|stap': { values: { shell: '-c', data: '-e -n -s -x -p -o' }, operands: 'data*' },
  'ncu|nsys|nvprof|vtune|rocprof': {
    order: 'options first',
    values: { data: '-o|--output -f -k -collect -r' },
    verbs: { 'profile|launch|start': starting('-o|--output -t|--trace -w') },
    operands: 'command',
    afterDashes: 'command',
  },
  asciinema: withVerbs({
    'rec|stream': { values: { shell: '-c|--command', data: '-t|--title -i --idle-time-limit -e' }, operands: 'write' },
  }),
  'ttyrec|termtosvg|terminalizer|ttygif': { values: { shell: '-e -c|--command -d', data: '-g -D' }, operands: 'data*' },
}

/** Terminals and window managers. */
const terminals: Readonly<Record<string, Grammar>> = {
  'lxterminal|mate-terminal|tilix|kgx|ptyxis|guake|qterminal|deepin-terminal|cool-retro-term|terminology|sakura|termite|roxterm|eterm|aterm|mlterm|pantheon-terminal|blackbox':
    {
      spelling: 'words',
      values: { shell: '-e --command -C', data: '-t --title', directory: '--working-directory' },
      operands: 'data*',
      afterDashes: 'command',
    },
  foot: {
    ...starts,
    values: { data: '-T|--title -a|--app-id -f|--font -W -w -o|--override', name: '-c|--config', directory: '-D' },
  },
  kitty: {
    order: 'options first',
    values: { data: '-T|--title -o|--override --class --to', directory: '-d|--directory', name: '-c|--config' },
    verbs: {
      '@': withVerbs({
        launch: starting('--type --title --match -m --cwd --to'),
        'send-text': { values: { data: '-m|--match --to' }, operands: 'words' },
        'remote-control': { operands: 'data*' },
      }),
    },
    operands: 'command',
  },
  wezterm: withVerbs({
    start: starting('--cwd --class --workspace'),
    cli: withVerbs({
      'spawn|split-pane': starting('--cwd --pane-id --window-id'),
      'send-text': { values: { data: '--pane-id' }, operands: 'words' },
    }),
  }),
  'i3-msg|swaymsg|i3': {
    order: 'options first',
    values: { data: '-t -s' },
    verbs: { 'exec|exec_always': { operands: 'words' } },
    operands: 'data*',
  },
  hyprctl: withVerbs({ dispatch: withVerbs({ exec: { operands: 'words' } }) }),
  'niri|riverctl|bspc|herbstclient|qtile': withVerbs({
    'spawn|msg|exec': { operands: 'words', afterDashes: 'command' },
  }),
  'xdotool|ydotool|wtype|dotool': withVerbs(
    { 'type|key': { values: { data: '--delay --window' }, operands: 'words' }, exec: { ...starts, flags: '--sync' } },
    { operands: 'words' },
  ),
}

/** Version control other than git, and editors. */
const others: Readonly<Record<string, Grammar>> = {
  hg: {
    globals: 'anywhere',
    values: { setting: '--config', directory: '-R --cwd', data: '-r -m -u -d' },
    verbs: { bisect: { values: { shell: '-c|--command' }, operands: 'data*' } },
    operands: 'data*',
  },
  svn: {
    globals: 'anywhere',
    values: {
      filter: '--editor-cmd --diff-cmd --diff3-cmd',
      setting: '--config-option',
      data: '-r -m --username --password',
      directory: '--config-dir',
    },
    operands: 'unknown*',
  },
  darcs: withVerbs({ 'test|trackdown': { operands: 'shell*' } }),
  delta: { values: { filter: '--pager', data: '--width --tabs --syntax-theme' }, operands: 'read*' },
  nano: {
    values: { filter: '-s|--speller', data: '-T -r -Y -Q -X', name: '-f|--rcfile', directory: '-o -C' },
    operands: 'write*',
  },
  'kak|kakoune': { values: { 'code:kak': '-e -E', data: '-s -c -p -d' }, operands: 'write*' },
  'awesome-client': { operands: 'code:lua', input: 'code:lua' },
  jed: { spelling: 'words', values: { 'code:lua': '-f -eval', 'script:slang': '-l -script' }, operands: 'write*' },
}

export const terminalPrograms: Readonly<Record<string, Grammar>> = { ...tracers, ...terminals, ...others }
