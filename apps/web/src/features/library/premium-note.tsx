import { Badge } from '../../ui/badge.tsx'

/** Says what the badge means: nothing is locked by it. */
export const PremiumNote = () => (
  <p className="mt-3 text-sm text-muted">
    <Badge tone="accent">Premium</Badge> is only a label. Your Studio opens every resource, with or without it.
  </p>
)
