/** A QR code. It is dark on light in every colour scheme, because many cameras cannot read the inverse. */
import { useMemo } from 'react'
import { encode } from 'uqr'

/** The light border that cameras need to find the code. */
const border = 4
/** Whole pixels per module: modules of different sizes are harder to read. */
const scale = 4

export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawQr(text), [text])
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

function drawQr(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
