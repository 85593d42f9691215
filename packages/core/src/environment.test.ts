import { describe, expect, it } from 'vitest'
import { trustRank } from './agents/sources.ts'
import { type EnvironmentRequest, hookEnvironment, isRefusedVariable } from './environment.ts'
import type { Entry, Event, SourceName } from './flow.ts'
import { eventRows } from './protocol/events/index.ts'

const entry = (source: SourceName, root?: string): Entry => ({
  id: `${source}/beforeShellExecution/00000000`,
  event: 'beforeShellExecution',
  type: 'command',
  label: 'true',
  command: 'true',
  timeoutMs: 60_000,
  loopLimit: null,
  monitor: false,
  dialect: 'cursor',
  cwd: '/hooks',
  origin: { source, own: false, ...(root !== undefined && { root }) },
  trust: 'trusted',
  extra: {},
})
const event = (input: Readonly<Record<string, unknown>>): Event => ({
  id: 'e',
  name: 'beforeShellExecution',
  row: eventRows.beforeShellExecution,
  at: '2026-11-15T00:00:00.000Z',
  input: { cursor_version: '3.1.0', user_email: null, transcript_path: null, ...input },
})
const set = (source: SourceName, name: string, value: string) => ({ source, name, value })

interface Given extends Partial<Omit<EnvironmentRequest, 'event' | 'session'>> {
  readonly input?: Readonly<Record<string, unknown>>
  readonly variables?: EnvironmentRequest['session']['env']
}
const environment = ({ input = {}, variables = [], ...given }: Given = {}) =>
  hookEnvironment({
    entry: entry('user'),
    event: event(input),
    session: { env: variables },
    base: {},
    roots: ['/first', '/second'],
    edition: { remote: 'true' },
    remote: false,
    ...given,
  })

describe('the variables of every hook', () => {
  it('a hook in the format of another agent also gets the project by its name', () => {
    const forGemini = environment({ entry: { ...entry('user'), dialect: 'gemini' } })
    expect(forGemini.env).toMatchObject({ GEMINI_PROJECT_DIR: '/first', CURSOR_PROJECT_DIR: '/first' })
    expect(environment({ base: { GEMINI_PROJECT_DIR: '/theirs' } }).env.GEMINI_PROJECT_DIR).toBe('/theirs')
  })
  it('is the environment of the firing process, the project and the version', () => {
    expect(environment({ base: { HOME: '/home/me', EMPTY: '', GONE: undefined } })).toEqual({
      env: {
        HOME: '/home/me',
        EMPTY: '',
        CURSOR_PROJECT_DIR: '/first',
        CLAUDE_PROJECT_DIR: '/first',
        CURSOR_VERSION: '3.1.0',
        HOOKLINE_STATE_SCOPE: '{"level":"user","project":"/first"}',
      },
      missing: {},
      notes: [],
    })
  })
  it.each([
    ['enterprise', { level: 'enterprise', project: '/first' }],
    ['team', { level: 'team', of: '/hooks', project: '/first' }],
    ['user', { level: 'user', project: '/first' }],
    ['claude-user', { level: 'user', project: '/first' }],
    ['inline', { level: 'user', project: '/first' }],
    ['project', { level: 'project', project: '/own' }],
    ['claude-local', { level: 'project', project: '/own' }],
    ['plugin', { level: 'plugin', of: '/own', project: '/first' }],
  ] as const)('says whose state a hook of %s has, and a session cannot say it', (source, scope) => {
    const variables = [set('enterprise', 'HOOKLINE_STATE_SCOPE', 'x')]
    const { env, notes } = environment({ entry: entry(source, '/own'), variables })
    expect(JSON.parse(env.HOOKLINE_STATE_SCOPE ?? '')).toEqual(scope)
    expect(notes).toEqual(['variable-refused:HOOKLINE_STATE_SCOPE'])
  })
  it.each(['project', 'claude-local', 'claude-project'] as const)('names its own root to a hook of %s', (source) => {
    expect(environment({ entry: entry(source, '/second') }).env.CURSOR_PROJECT_DIR).toBe('/second')
  })
  it('names the first root to any other hook', () => {
    expect(environment({ entry: entry('plugin', '/plugin') }).env.CLAUDE_PROJECT_DIR).toBe('/first')
  })
  it('names the current directory where there is no root', () => {
    expect(environment({ roots: [], currentDirectory: '/here' }).env.CURSOR_PROJECT_DIR).toBe('/here')
    expect(environment({ roots: [], base: { PWD: '/there' } }).env.CURSOR_PROJECT_DIR).toBe('/there')
  })
  it('holds the address and the transcript when they are known', () => {
    const { env } = environment({ input: { user_email: 'a@b.c', transcript_path: '/t.jsonl' } })
    expect(env).toMatchObject({ CURSOR_USER_EMAIL: 'a@b.c', CURSOR_TRANSCRIPT_PATH: '/t.jsonl' })
  })
  it('holds the plugin directory for plugins only', () => {
    const roots = { CURSOR_PLUGIN_ROOT: '/plugin', CLAUDE_PLUGIN_ROOT: '/plugin' }
    expect(environment({ entry: entry('plugin', '/plugin') }).env).toMatchObject(roots)
    expect(environment().env).not.toHaveProperty('CURSOR_PLUGIN_ROOT')
  })
  it.each([
    ['none', undefined],
    ['path', '/first'],
    ['true', 'true'],
  ] as const)('says a remote workspace as the edition does: %s', (remote, want) => {
    expect(environment({ edition: { remote }, remote: true }).env.CURSOR_CODE_REMOTE).toBe(want)
    expect(environment({ edition: { remote }, remote: false }).env.CURSOR_CODE_REMOTE).toBe(undefined)
  })
  it('does not inherit the variables of an outer hook about another plugin, conversation or workspace', () => {
    const stale = { CURSOR_PLUGIN_ROOT: '/x', CLAUDE_PLUGIN_ROOT: '/x', CURSOR_TRANSCRIPT_PATH: '/x' }
    const outer = { ...stale, CURSOR_CODE_REMOTE: 'true', CURSOR_USER_EMAIL: 'x@y.z', HOOKLINE_STATE_SCOPE: 'x' }
    const { env } = environment({ base: outer })
    const own = ['CLAUDE_PROJECT_DIR', 'CURSOR_PROJECT_DIR', 'CURSOR_VERSION', 'HOOKLINE_STATE_SCOPE']
    expect(Object.keys(env).sort()).toEqual(own)
    expect(env.HOOKLINE_STATE_SCOPE).not.toBe('x')
  })
  it('leaves out a value that no environment can hold, on the record', () => {
    const { env, notes } = environment({ input: { user_email: 'a\0b' } })
    expect(env).not.toHaveProperty('CURSOR_USER_EMAIL')
    expect(notes).toEqual(['variable-refused:CURSOR_USER_EMAIL'])
  })
})

describe('text fields of the event', () => {
  it('are exported as they are', () => {
    const input = { command: 'echo "$(id)" `id`\n', prompt: 'p', file_path: '/a b', status: 'completed' }
    expect(environment({ input }).env).toMatchObject(input)
  })
  it('replace and remove variables of the same name that were inherited', () => {
    const { env } = environment({ base: { command: 'stale', status: 'stale' }, input: { command: 'ls' } })
    expect(env.command).toBe('ls')
    expect(env).not.toHaveProperty('status')
  })
  it('are not exported when they are no text', () => {
    const { env, missing } = environment({ input: { command: null, status: 3 } })
    expect(env).not.toHaveProperty('command')
    expect(env).not.toHaveProperty('status')
    expect(missing).toEqual({})
  })
  it('are exported up to 32 KiB, counted in bytes', () => {
    expect(environment({ input: { command: 'x'.repeat(32_768) } }).missing).toEqual({})
    expect(environment({ input: { command: 'x'.repeat(32_769) } }).missing).toEqual({
      command: 'is longer than 32 KiB',
    })
    expect(environment({ input: { prompt: 'ü'.repeat(16_385) } }).missing).toEqual({ prompt: 'is longer than 32 KiB' })
  })
  it('are missing when they hold a NUL or half a character, and a stale value does not stand in for them', () => {
    const { env, missing } = environment({ base: { command: 'stale' }, input: { command: 'a\0b', prompt: '\ud800' } })
    expect(env).not.toHaveProperty('command')
    expect(missing).toEqual({ command: 'contains a NUL character', prompt: 'contains half of a surrogate pair' })
  })
})

describe('session variables', () => {
  const order = ['enterprise', 'team', 'user', 'project', 'plugin'] as const
  it('reach a hook exactly when its source is not more trusted than the one that set them', () => {
    for (const [setter, source] of order.entries())
      for (const [reader, of] of order.entries()) {
        const { env } = environment({ entry: entry(of), variables: [set(source, 'TOKEN', 'x')] })
        expect([source, of, env.TOKEN]).toEqual([source, of, setter <= reader ? 'x' : undefined])
      }
  })
  it('of Claude Code files count as the project or the user, inline ones as the user', () => {
    expect(trustRank('claude-local')).toBe(trustRank('project'))
    expect(trustRank('claude-project')).toBe(trustRank('project'))
    expect(trustRank('claude-user')).toBe(trustRank('user'))
    expect(trustRank('inline')).toBe(trustRank('user'))
  })
  it('of the same name are those of the source with the higher priority, whatever their order', () => {
    const variables = [set('plugin', 'A', 'plugin'), set('user', 'A', 'user'), set('project', 'A', 'project')]
    expect(environment({ entry: entry('plugin'), variables }).env.A).toBe('project')
    expect(environment({ entry: entry('user'), variables }).env.A).toBe('user')
  })
  it('replace what is inherited', () => {
    const variables = [set('user', 'LANG', 'C')]
    expect(environment({ base: { LANG: 'de' }, variables }).env.LANG).toBe('C')
  })
  it('never replace loaders, our own names or the text fields, on the record', () => {
    const names = ['PATH', 'LD_PRELOAD', 'CURSOR_PROJECT_DIR', 'command']
    const variables = names.map((name) => set('user', name, 'evil'))
    const { env, notes } = environment({ base: { PATH: '/bin' }, variables })
    expect(Object.values(env)).not.toContain('evil')
    expect(env.PATH).toBe('/bin')
    expect(notes).toEqual(names.map((name) => `variable-refused:${name}`))
  })
  it('with a NUL are left out', () => {
    expect(environment({ variables: [set('user', 'A', 'a\0b')] }).notes).toEqual(['variable-refused:A'])
  })
})

describe('on Windows, where names are not case-sensitive', () => {
  it('a clean environment has what programs need to start, in any spelling', () => {
    const base = { Path: 'C:\\', SystemRoot: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\P', Npm_Token: 's', Other: 'o' }
    const clean = { ...entry('user'), environment: 'clean', env: ['NPM_TOKEN'] } as const
    const { env } = environment({ platform: { system: 'win32' }, entry: clean, base })
    expect(env).toMatchObject({ Path: 'C:\\', SystemRoot: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\P', Npm_Token: 's' })
    expect(env).not.toHaveProperty('Other')
    expect(environment({ entry: clean, base }).env).not.toHaveProperty('SystemRoot')
  })
  const platform = { system: 'win32' } as const
  it('an inherited variable in another spelling is replaced', () => {
    const base = { Command: 'stale', PROMPT: '$P$G', Lang: 'de', cursor_version: '0' }
    const { env } = environment({ platform, base, input: { command: 'dir' }, variables: [set('user', 'LANG', 'C')] })
    expect(env).toEqual({
      LANG: 'C',
      command: 'dir',
      CURSOR_PROJECT_DIR: '/first',
      CLAUDE_PROJECT_DIR: '/first',
      CURSOR_VERSION: '3.1.0',
      HOOKLINE_STATE_SCOPE: '{"level":"user","project":"/first"}',
    })
  })
  it('a refused name is refused in every spelling', () => {
    expect(isRefusedVariable('Path', 'win32')).toBe(true)
    expect(isRefusedVariable('node_options', 'win32')).toBe(true)
    expect(isRefusedVariable('Path', 'linux')).toBe(false)
  })
})

describe('a session may set', () => {
  const refused = `CURSOR_PROJECT_DIR CURSOR_VERSION CLAUDE_PROJECT_DIR CURSOR_USER_EMAIL CURSOR_TRANSCRIPT_PATH
    CURSOR_CODE_REMOTE CURSOR_PLUGIN_ROOT CLAUDE_PLUGIN_ROOT PATH LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES
    NODE_OPTIONS BASH_ENV BASH_FUNC_ls%% PYTHONPATH PERL5OPT RUBYOPT IFS ENV GIT_SSH_COMMAND GIT_DIR
    SHELLOPTS PS4 BASHOPTS PROMPT_COMMAND ZDOTDIR NODE_PATH PYTHONSTARTUP PYTHONWARNINGS PERL5LIB PERL5DB RUBYLIB
    HOME XDG_CONFIG_HOME PAGER EDITOR SSH_ASKPASS GCONV_PATH OPENSSL_CONF npm_config_script_shell JAVA_TOOL_OPTIONS`.split(
    /\s+/,
  )
  it.each([...refused, '', 'A=B', 'A\0'])('not %j', (name) => expect(isRefusedVariable(name)).toBe(true))
  it.each([
    'API_KEY',
    'MYPATH',
    'PATHS',
    'CURSOR_THEME',
    'ENVIRONMENT',
    'GITHUB_TOKEN',
    'PYTHONUNBUFFERED',
    'NODE_ENV',
  ])('%s', (name) => expect(isRefusedVariable(name)).toBe(false))
})

describe('the span of a hook', () => {
  const traced = {
    ...event({}),
    trace: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true },
  }
  const request = (system: 'linux' | 'win32', base: Readonly<Record<string, string>>) =>
    hookEnvironment({
      ...{ entry: entry('user'), event: traced, session: { env: [] }, base, roots: ['/first'], remote: false },
      ...{ edition: { remote: 'true' }, spanId: '0123456789abcdef', platform: { system } },
    }).env
  it('replaces what the hook would inherit, in every spelling of Windows', () => {
    const wanted = '00-4bf92f3577b34da6a3ce929d0e0e4736-0123456789abcdef-01'
    const env = request('win32', { TraceParent: 'theirs', TraceState: 'theirs' })
    expect(Object.entries(env).filter(([name]) => /^trace/i.test(name))).toEqual([['TRACEPARENT', wanted]])
    expect(request('linux', { TRACEPARENT: 'theirs', TraceState: 'x' })).toMatchObject({
      ...{ TRACEPARENT: wanted, TraceState: 'x' },
    })
  })
})
