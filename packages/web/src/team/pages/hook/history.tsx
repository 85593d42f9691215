/** All versions of a hook with their differences, and buttons to restore them. */

import type { Hook, HookVersion } from '@hookline/team/wire'
import { Accordion } from '@mantine/core'
import { DiffView } from '../../../kit/diff-view.tsx'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import { useVersion, useVersions } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { QueryResult } from '../../page.tsx'
import { toText } from './draft.ts'
import { Restore } from './restore.tsx'

interface Props {
  readonly hook: Hook | undefined
  /** The form has unsaved changes. */
  readonly dirty: boolean
  readonly missingRole: string | undefined
  readonly onRestored: (hook: Hook) => void
}
export const History = ({ hook, ...rest }: Props) =>
  hook === undefined ? (
    <p className="side-words">The history begins with the first save.</p>
  ) : (
    <Versions hook={hook} {...rest} />
  )

function Versions({ hook, dirty, missingRole, onRestored }: Props & { readonly hook: Hook }) {
  const { teamId } = useTeam()
  const query = useVersions(teamId, String(hook.id))
  return (
    <QueryResult query={query} loading="Loading versions">
      {(versions) => (
        <Accordion chevronPosition="left" chevronSize={14} variant="unstyled" keepMounted={false} order={2}>
          {versions.map((version, at) => (
            <Accordion.Item key={String(version.version)} value={String(version.version)} className="version">
              <Accordion.Control>
                <VersionLine version={version} hook={hook} />
              </Accordion.Control>
              <Accordion.Panel>
                {/* Above the lazily loaded difference, so that the button does not move. */}
                <Restore
                  hook={hook}
                  version={version}
                  dirty={dirty}
                  unavailable={at === 0 ? 'This is the current version.' : missingRole}
                  onRestored={onRestored}
                />
                <Difference hook={hook} version={version.version} before={versions[at + 1]?.version ?? 0n} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </QueryResult>
  )
}

interface DifferenceProps {
  readonly hook: Hook
  readonly version: bigint
  /** 0 for the first version. */
  readonly before: bigint
}
function Difference({ hook, version, before }: DifferenceProps) {
  const { teamId } = useTeam()
  const previous = useVersion(teamId, hook.id, before)
  const current = useVersion(teamId, hook.id, version)
  return (
    <QueryResult query={previous} loading="Loading the previous version">
      {(from) => (
        <QueryResult query={current} loading="Loading the version">
          {(to) => (
            <DiffView
              before={toText(from ?? undefined)}
              after={toText(to ?? undefined)}
              label={`Changes in version ${version}`}
              language="script"
            />
          )}
        </QueryResult>
      )}
    </QueryResult>
  )
}

const VersionLine = ({ version, hook }: { readonly version: HookVersion; readonly hook: Hook }) => (
  <span className="team-cell">
    <span>
      <span className="team-strong">Version {String(version.version)}</span>{' '}
      {version.version === hook.publishedVersion ? <span className="badge badge-managed">published</span> : null}
    </span>
    <span className="team-small">
      {version.author}, <span title={formatDate(version.createdAt)}>{formatAgo(version.createdAt)}</span>
      {version.note === '' ? '' : ` · ${version.note}`}
    </span>
  </span>
)
