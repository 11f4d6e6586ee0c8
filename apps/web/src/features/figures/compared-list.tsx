/** A figure with the one of the period before, both as texts. */
export type Compared = { label: string; now: string; before: string }

/** Figures beside those of the period before. */
export const ComparedList = ({ figures }: { figures: readonly Compared[] }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-y border-rule py-5 sm:grid-cols-3">
    {figures.map(({ label, now, before }) => (
      <div key={label} className="flex flex-col">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="font-display text-2xl font-bold tabular-nums">{now}</dd>
        <dd className="text-sm text-muted tabular-nums">before: {before}</dd>
      </div>
    ))}
  </dl>
)
