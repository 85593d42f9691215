/** A stranger's text: one text node, which the keyboard can scroll, with a mark for each character that cannot be seen. */
import { reveal } from './reveal.ts'

export const Plain = ({ text, label }: { readonly text: string; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
  <section className="text-block" aria-label={label} tabIndex={0}>
    <pre className="mono text-lines">{reveal(text)}</pre>
  </section>
)
