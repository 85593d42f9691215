/** JSON for people, as text. What was private stands there as its length and hash. */
import { Fragment } from 'react'
import { reveal } from './reveal.ts'
import { pretty } from './text.ts'

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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className="text-block" aria-label={label} tabIndex={0}>
      <pre className="mono text-lines">
        {parts(value).map(([text, mark], index) => (
          // The parts of one text never change places.
          <Fragment key={index}>
            {reveal(text)}
            {mark === undefined ? null : <NotKept mark={mark} />}
          </Fragment>
        ))}
      </pre>
    </section>
  )
}

const NotKept = ({ mark }: { readonly mark: PrivateMark }) => (
  <span className="badge" title={`sha256 ${mark.sha256}`}>
    not kept · length {mark.length.toLocaleString('en')} · hash {mark.sha256.slice(0, 8)}
  </span>
)

/** The text between marks, each with the mark after it. The word that holds a mark's place is one nobody can have written. */
function parts(value: unknown): readonly (readonly [string, PrivateMark | undefined])[] {
  const place = crypto.randomUUID()
  const marks: PrivateMark[] = []
  const held = JSON.stringify(value, (_, one: unknown) => (isMark(one) ? `${place}${marks.push(one) - 1}` : one))
  const text = typeof value === 'string' ? value : pretty(held === undefined ? undefined : JSON.parse(held))
  return text.split(new RegExp(`"${place}\\d+"`)).map((between, index) => [between, marks[index]] as const)
}

function isMark(value: unknown): value is PrivateMark {
  if (typeof value !== 'object' || value === null) return false
  const { private: isPrivate, length, sha256 } = value as Partial<PrivateMark>
  return isPrivate === true && typeof length === 'number' && typeof sha256 === 'string'
}
