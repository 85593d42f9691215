/** Untrusted text as one text node that the keyboard can scroll, with a mark for each invisible character. */
import { reveal } from './reveal.ts'

export const PlainText = ({ text, label }: { readonly text: string; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
  <section className="text-block" aria-label={label} tabIndex={0}>
    <pre className="mono text-lines">{reveal(text)}</pre>
  </section>
)
