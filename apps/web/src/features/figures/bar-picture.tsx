type Bar = { name: string; value: number /** The upper part of the bar, which is only outlined. */; rest: number }

type BarPictureProps = {
  label: string
  bars: readonly Bar[]
  format: (value: number) => string
  legend: [value: string, rest: string]
  /** Whether the upper parts are losses. */
  isRestLost?: boolean
}

/**
 * Bars in a row, of which assistive technology reads the label. The table beside it has their values. Drawn as SVG, because printers leave out
 * backgrounds.
 */
export function BarPicture({ label, bars, format, legend, isRestLost = false }: BarPictureProps) {
  const restLook = isRestLost ? 'fill-danger-soft stroke-danger' : 'fill-locked-soft stroke-rule-strong'
  const highest = Math.max(1, ...bars.map(({ value, rest }) => value + rest))
  const heightOf = (value: number) => (100 * value) / highest
  return (
    <figure>
      <p aria-hidden="true" className="mb-1 text-sm text-muted tabular-nums">
        {format(highest)}
      </p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        className="h-48 w-full border-y border-rule"
      >
        {bars.map(({ name, value, rest }, index) => (
          <g key={name}>
            <title>{`${name}: ${format(value)}`}</title>
            <rect x={index} y={0} width={1} height={100} className="fill-transparent" />
            <rect x={index + 0.1} y={100 - heightOf(value)} width={0.8} height={heightOf(value)} className="fill-positive" />
            <rect
              x={index + 0.1}
              y={100 - heightOf(value + rest)}
              width={0.8}
              height={heightOf(rest)}
              className={restLook}
              vectorEffect="non-scaling-stroke"
            />
          </g>
        ))}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between gap-4 text-sm text-muted tabular-nums">
        <span>{bars.at(0)?.name}</span>
        <span>{bars.length > 1 && bars.at(-1)?.name}</span>
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Legend className="fill-positive" text={legend[0]} />
        <Legend className={restLook} text={legend[1]} />
      </figcaption>
    </figure>
  )
}

const Legend = ({ className, text }: { className: string; text: string }) => (
  <span className="flex items-center gap-1.5">
    <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3">
      <rect x="0.5" y="0.5" width="11" height="11" className={className} />
    </svg>
    {text}
  </span>
)
