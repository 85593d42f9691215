/** A message with text between backticks shown as code. All parts are text nodes, so nothing becomes markup. */
export const MessageText = ({ text }: { readonly text: string }) =>
  text.split(/`([^`\n]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="mono problem-code">
        {part}
      </code>
    ),
  )
