/** Every version there was: who, when, what it changed; and the way back to it. */

import type { Hook, HookVersion } from '@hookline/team/wire'
import { Accordion } from '@mantine/core'
import { DiffView } from '../../../kit/diff-view.tsx'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import { useVersion, useVersions } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Asked } from '../../page.tsx'
import { asText } from './draft.ts'
import { Restore } from './restore.tsx'

interface Props {
  readonly hook: Hook | undefined
  /** What is in the form is not saved. */
  readonly dirty: boolean
  readonly lacks: string | undefined
  readonly onRestored: (hook: Hook) => void
}
export const History = ({ hook, ...rest }: Props) =>
  hook === undefined ? <p className="side-words">It begins with the first save.</p> : <Versions hook={hook} {...rest} />

function Versions({ hook, dirty, lacks, onRestored }: Props & { readonly hook: Hook }) {
  const { teamId } = useTeam()
  const query = useVersions(teamId, String(hook.id))
  return (
    <Asked query={query} loading="Reading the versions">
      {(versions) => (
        <Accordion chevronPosition="left" chevronSize={14} variant="unstyled" keepMounted={false} order={2}>
          {versions.map((version, at) => (
            <Accordion.Item key={String(version.version)} value={String(version.version)} className="version">
              <Accordion.Control>
                <Line version={version} hook={hook} />
              </Accordion.Control>
              <Accordion.Panel>
                {/* Above what is loaded only now: it does not move away from under a hand. */}
                <Restore
                  hook={hook}
                  version={version}
                  dirty={dirty}
                  unavailable={at === 0 ? 'This is the version as it stands.' : lacks}
                  onRestored={onRestored}
                />
                <Difference hook={hook} version={version.version} before={versions[at + 1]?.version ?? 0n} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Asked>
  )
}

interface DifferenceProps {
  readonly hook: Hook
  readonly version: bigint
  /** 0: it is the first. */
  readonly before: bigint
}
function Difference({ hook, version, before }: DifferenceProps) {
  const { teamId } = useTeam()
  const old = useVersion(teamId, hook.id, before)
  const query = useVersion(teamId, hook.id, version)
  return (
    <Asked query={old} loading="Reading the version before">
      {(was) => (
        <Asked query={query} loading="Reading the version">
          {(is) => (
            <DiffView
              before={asText(was ?? undefined)}
              after={asText(is ?? undefined)}
              label={`What version ${version} changed`}
              language="script"
            />
          )}
        </Asked>
      )}
    </Asked>
  )
}

const Line = ({ version, hook }: { readonly version: HookVersion; readonly hook: Hook }) => (
  <span className="team-cell">
    <span>
      <span className="team-strong">Version {String(version.version)}</span>{' '}
      {version.version === hook.publishedVersion ? <span className="badge badge-managed">machines have it</span> : null}
    </span>
    <span className="team-small">
      {version.author}, <span title={formatDate(version.createdAt)}>{formatAgo(version.createdAt)}</span>
      {version.note === '' ? '' : ` · ${version.note}`}
    </span>
  </span>
)
