/** Indented JSON as text. A private value is shown as its length and hash. */
import { Fragment } from 'react'
import { reveal } from './reveal.ts'
import { formatJson } from './text.ts'

interface PrivateMark {
  readonly private: true
  readonly length: number
  readonly sha256: string
}

interface JsonTextProps {
  readonly value: unknown
  readonly label: string
}

export function JsonText({ value, label }: JsonTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className="text-block" aria-label={label} tabIndex={0}>
      <pre className="mono text-lines">
        {splitAtMarks(value).map(([text, mark], index) => (
          // The order of the parts never changes, so the index is a stable key.
          <Fragment key={index}>
            {reveal(text)}
            {mark === undefined ? null : <PrivateBadge mark={mark} />}
          </Fragment>
        ))}
      </pre>
    </section>
  )
}

const PrivateBadge = ({ mark }: { readonly mark: PrivateMark }) => (
  <span className="badge" title={`sha256 ${mark.sha256}`}>
    not stored · length {mark.length.toLocaleString('en')} · hash {mark.sha256.slice(0, 8)}
  </span>
)

/** The text between marks, each part with the mark after it. The placeholder is random, so that no value can contain it. */
function splitAtMarks(value: unknown): readonly (readonly [string, PrivateMark | undefined])[] {
  const placeholder = crypto.randomUUID()
  const marks: PrivateMark[] = []
  const json = JSON.stringify(value, (_, part: unknown) =>
    isMark(part) ? `${placeholder}${marks.push(part) - 1}` : part,
  )
  const text = typeof value === 'string' ? value : formatJson(json === undefined ? undefined : JSON.parse(json))
  return text.split(new RegExp(`"${placeholder}\\d+"`)).map((between, index) => [between, marks[index]] as const)
}

function isMark(value: unknown): value is PrivateMark {
  if (typeof value !== 'object' || value === null) return false
  // The next line checks the fields.
  const { private: isPrivate, length, sha256 } = value as Partial<PrivateMark>
  return isPrivate === true && typeof length === 'number' && typeof sha256 === 'string'
}
