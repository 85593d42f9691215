/** A stranger's text as it is: one text node, which the keyboard can scroll. */
export const Plain = ({ text, label }: { readonly text: string; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
  <section className="text-block" aria-label={label} tabIndex={0}>
    <pre className="mono text-lines">{text}</pre>
  </section>
)
