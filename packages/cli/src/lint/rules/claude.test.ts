import { describe, expect, it } from 'vitest'
import { claude, lintFiles, positionsOf } from '../testing/lint-files.ts'

const at = async (code: string, ...commands: readonly string[]) =>
  positionsOf(await lintFiles({ '.claude/settings.json': claude('PreToolUse', ...commands) }), code)

describe('rules on a Claude Code file', () => {
  it('claude-relative-path', async () => {
    expect(
      await at(
        'claude-relative-path',
        '.claude/hooks/x.sh',
        'uv run ./.claude/hooks/x.py --a',
        '../x/y.sh',
        'bash -c "a/b.sh"',
      ),
    ).toEqual(['warning 3:33', 'warning 4:41', 'warning 5:33', 'warning 6:33'])
    expect(
      await at('claude-relative-path', '"$CLAUDE_PROJECT_DIR"/x.sh', '/opt/x.sh', '~/x.sh', 'jq .', 'npx tsc'),
    ).toEqual([])
  })

  it('fail-closed-ignored reports onFailure at an event that cannot refuse', async () => {
    const entry = { type: 'command', command: 'true', onFailure: 'block' }
    const file = (event: string) => JSON.stringify({ hooks: { [event]: [{ hooks: [entry] }] } })
    const found = async (event: string) =>
      positionsOf(await lintFiles({ '.claude/settings.json': file(event) }), 'fail-closed-ignored')
    expect(await found('PostToolUse')).toEqual(['note 1:83'])
    expect(await found('PreToolUse')).toEqual([])
  })

  it('fail-closed-ignored does not report what connect writes', async () => {
    const entry = { type: 'command', command: 'hookline run --host claude --installed || exit 2', onFailure: 'block' }
    const text = JSON.stringify({ hooks: { PostToolUse: [{ hooks: [entry] }] } })
    expect(positionsOf(await lintFiles({ '.claude/settings.json': text }), 'fail-closed-ignored')).toEqual([])
  })

  it('claude-unquoted-dir', async () => {
    expect(await at('claude-unquoted-dir', '$CLAUDE_PROJECT_DIR/x.sh', `bash \${CLAUDE_PROJECT_DIR}/x.sh`)).toEqual([
      'warning 3:33',
      'warning 4:39',
    ])
    expect(await at('claude-unquoted-dir', '"$CLAUDE_PROJECT_DIR"/x.sh', 'D=$CLAUDE_PROJECT_DIR; "$D/x"')).toEqual([])
  })

  it('claude-invented-variable', async () => {
    expect(await at('claude-invented-variable', 'eslint "$CLAUDE_FILE_PATH"')).toEqual(['warning 3:43'])
    expect(
      await at(
        'claude-invented-variable',
        '"$CLAUDE_PROJECT_DIR"/x',
        'CLAUDE_X=1; echo $CLAUDE_X',
        '$CLAUDE_CODE_REMOTE',
      ),
    ).toEqual([])
  })

  it('checks events that Hookline does not have', async () => {
    const text = claude('Notification', 'notify-send "$CLAUDE_NOTIFICATION"')
    expect(positionsOf(await lintFiles({ '.claude/settings.json': text }), 'claude-invented-variable')).toEqual([
      'warning 3:48',
    ])
  })

  it('reports flat entries as an error', async () => {
    const text = '{"hooks":{"PreToolUse":[{"matcher":"Bash","command":"x"}]}}'
    expect(positionsOf(await lintFiles({ '.claude/settings.json': text }), 'not-an-entry')).toEqual(['error 1:25'])
  })

  it("accepts the agent's own tool names", async () => {
    const text = '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"true"}]}]}}'
    expect(await lintFiles({ '.claude/settings.json': text })).toEqual([])
  })
})
