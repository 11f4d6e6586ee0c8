import type { TextSegment } from '@academy/contract'

/** A text with its search hits marked. */
export const Segments = ({ segments }: { segments: TextSegment[] }) =>
  // Segments of one text never change their order.
  segments.map(({ text, hit }, index) =>
    hit ? (
      <mark key={index} className="rounded-sm bg-accent-soft px-0.5 text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
