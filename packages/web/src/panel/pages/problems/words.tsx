/** A message in which what stands between backticks is code. One text node each: nothing in it becomes markup. */
export const Words = ({ text }: { readonly text: string }) =>
  text.split(/`([^`\n]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="mono problem-code">
        {part}
      </code>
    ),
  )
