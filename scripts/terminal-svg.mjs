// Converts text with terminal colours to an SVG picture.
const WIDTH = 8.4
const LINE = 18
const PAD = 16
const colours = { 31: '#ff7b72', 32: '#7ee787', 33: '#f2cc60', 36: '#79c0ff' }
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function terminalSvg(text, title) {
  const lines = text.replace(/\n+$/, '').split('\n')
  const columns = Math.max(60, ...lines.map((line) => plainLength(line)))
  const width = Math.ceil(columns * WIDTH + 2 * PAD)
  const height = lines.length * LINE + 2 * PAD
  const rows = lines.map(
    (line, at) => `<text x="${PAD}" y="${PAD + (at + 0.75) * LINE}" xml:space="preserve">${spans(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">
${rows.join('\n')}
</g>
</svg>
`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's own
const codes = /\u001b\[([0-9;]*)m/g
const plainLength = (line) => line.replace(codes, '').length

function spans(line) {
  const state = { fill: undefined, bold: false, dim: false }
  let out = ''
  let from = 0
  for (const found of line.matchAll(codes)) {
    out += span(line.slice(from, found.index), state)
    from = found.index + found[0].length
    for (const code of found[1].split(';').map(Number)) apply(code, state)
  }
  return out + span(line.slice(from), state)
}

function apply(code, state) {
  if (code === 0) Object.assign(state, { fill: undefined, bold: false, dim: false })
  else if (code === 1) state.bold = true
  else if (code === 2) state.dim = true
  else if (code === 22) Object.assign(state, { bold: false, dim: false })
  else if (code === 39) state.fill = undefined
  else state.fill = colours[code] ?? state.fill
}

function span(text, { fill, bold, dim }) {
  if (text === '') return ''
  const style = [fill && `fill="${fill}"`, bold && 'font-weight="bold"', dim && 'fill-opacity="0.6"']
    .filter(Boolean)
    .join(' ')
  return style === '' ? `<tspan>${escaped(text)}</tspan>` : `<tspan ${style}>${escaped(text)}</tspan>`
}
