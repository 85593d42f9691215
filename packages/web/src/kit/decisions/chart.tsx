/** A bar chart: decisions stacked, and failures beside them. It is a separate chunk, so that only pages with a chart load the chart library. */
import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { formatCount } from '../text.ts'
import {
  type Buckets,
  bucketName,
  type ChartPart,
  countIn,
  isByDay,
  kindNames,
  kinds,
  type Marker,
  markersIn,
  mergeBuckets,
  spanOf,
  stackBuckets,
  stackedKinds,
  tickName,
  totalOf,
} from './buckets.ts'

const HEIGHT = 190
/** Width of the numbers on the left. */
const AXIS = 64
/** The least width at which a stack and its bar of failures can be distinguished. */
const NARROWEST = 18

interface ChartProps {
  readonly stats: Buckets
  readonly onBar?: (part: ChartPart) => void
}
export default function Chart({ stats, onBar }: ChartProps) {
  const scheme = useComputedColorScheme('light')
  const { ref, width } = useElementSize<HTMLDivElement>()
  const target = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const press = useRef(onBar)
  press.current = onBar
  useEffect(() => {
    if (target.current === null || width === 0) return
    const shown = mergeBuckets(stats, Math.floor((width - AXIS) / NARROWEST))
    const plot = new UPlot(buildOptions(shown, width, tip.current), buildData(shown), target.current)
    plot.over.addEventListener('click', () => {
      const bucket = shown.buckets[plot.cursor.idx ?? -1]
      if (bucket !== undefined) press.current?.(spanOf(bucket, shown.bucketMs))
    })
    return () => plot.destroy()
    // `scheme` is a dependency because the colours are read from CSS variables.
  }, [stats, width, scheme])
  return (
    <div
      className={onBar === undefined ? 'chart' : 'chart chart-links'}
      ref={ref}
      role="img"
      aria-label={describeChart(stats)}
    >
      <div ref={target} />
      <div ref={tip} className="chart-tip" hidden />
    </div>
  )
}

const describeChart = ({ buckets }: Buckets): string =>
  `Bar chart of ${formatCount(buckets.length, 'time span')}: ${kinds.map((kind) => `${totalOf(buckets, kind)} ${kindNames[kind]}`).join(', ')}. The same data is available as a table.`

/** As fractions of the width of a bucket: where the stack meets the bar of failures, and the width of each. */
const MEETING = 0.68
const STACK = 0.6
const FAILED = 0.24

/** The tallest part is drawn first, so that the lower parts cover it. Failures are not part of the stack. */
const buildData = ({ buckets, bucketMs }: Buckets): UPlot.AlignedData => [
  buckets.map(({ at }) => (Date.parse(at) + bucketMs * MEETING) / 1000),
  ...stackBuckets(buckets)
    .map((tops) => [...tops])
    .reverse(),
  buckets.map((bucket) => countIn(bucket, 'fail') || null),
]

function buildOptions(stats: Buckets, width: number, tip: HTMLElement | null): UPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const stackBars = UPlot.paths.bars?.({ size: [STACK, 40], align: -1 })
  const failureBars = UPlot.paths.bars?.({ size: [FAILED, 16], align: 1 })
  const seriesOf = (kind: (typeof kinds)[number], bars: UPlot.Series.PathBuilder | undefined): UPlot.Series => ({
    label: kindNames[kind],
    fill: colour(`--chart-${kind}`),
    ...(kind === 'fail' ? { width: 0 } : { stroke: colour('--ground'), width: 1 }),
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  })
  const axis: UPlot.Axis = {
    stroke: colour('--ink-2'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  }
  const bucket = stats.bucketMs / 1000
  const span = bucket * stats.buckets.length
  return {
    width,
    height: HEIGHT,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { range: (_, min, max) => [min - bucket * MEETING, max + bucket * (1 - MEETING)] },
      y: { range: (_, __, max) => [0, Math.max(4, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: isByDay(span), stroke: colour('--line'), width: 1 },
        values: (_, splits) => splits.map((at) => tickName(at, span)),
        space: 64,
        size: 28,
        ...(isByDay(span) ? { incrs: [1, 2, 3, 7, 14].map((days) => days * 86_400) } : {}),
      },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] },
    ],
    series: [
      {},
      ...[...stackedKinds].reverse().map((kind) => seriesOf(kind, stackBars)),
      seriesOf('fail', failureBars),
    ],
    hooks: {
      setCursor: [(plot) => showTip(plot, stats, tip)],
      draw: [(plot) => drawMarkers(plot, stats.markers ?? [], colour('--accent'))],
    },
  }
}

/** A dashed line with its label at the top, the newest first. A label that would cover a newer one is left out; the tip has it. */
function drawMarkers({ ctx, bbox, valToPos }: UPlot, markers: readonly Marker[], colour: string): void {
  const scale = devicePixelRatio
  const [gap, end] = [3 * scale, bbox.left + bbox.width]
  let freeUntil = Number.POSITIVE_INFINITY
  ctx.save()
  ctx.strokeStyle = colour
  ctx.fillStyle = colour
  ctx.lineWidth = scale
  ctx.font = `${11 * scale}px system-ui, sans-serif`
  ctx.textBaseline = 'top'
  // The axes were drawn before, with their own.
  ctx.textAlign = 'left'
  for (const { at, label } of markers.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))) {
    const x = Math.round(valToPos(Date.parse(at) / 1000, 'x', true))
    if (x < bbox.left || x > end) continue
    ctx.setLineDash([gap, gap])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    const { width } = ctx.measureText(label)
    // The newest revision is often at the end of the chart, where its label does not fit to the right of its line.
    const left = x + gap + width > end ? x - gap - width : x + gap
    if (left + width + gap > freeUntil) continue
    ctx.fillText(label, left, bbox.top)
    freeUntil = Math.min(left, x)
  }
  ctx.restore()
}

function showTip({ cursor, width }: UPlot, stats: Buckets, tip: HTMLElement | null): void {
  const { buckets, bucketMs } = stats
  const bucket = cursor.idx === null || cursor.idx === undefined ? undefined : buckets[cursor.idx]
  if (tip === null) return
  tip.hidden = bucket === undefined || (cursor.left ?? -1) < 0
  if (bucket === undefined) return
  const counts = kinds
    .map((kind) => ({ kind, count: countIn(bucket, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kindNames[kind]}`)
  const markers = markersIn(stats, bucket).map(({ detail }) => ` · ${detail}`)
  tip.textContent = `${bucketName(bucket.at, bucketMs)}  ${counts.join(', ') || 'no decisions'}${markers.join('')}`
  tip.style.left = `${Math.min((cursor.left ?? 0) + 52, width - tip.offsetWidth - 4)}px`
}
