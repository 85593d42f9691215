/** A text for a phone's camera. Dark on light in every scheme: many cameras read nothing else. */
import { useMemo } from 'react'
import { encode } from 'uqr'

/** The light around it that cameras need to find it. */
const border = 4
/** Whole pixels: squares of different sizes are harder to read. */
const scale = 4

export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      width={scale * size}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
