import type { TextSegment } from '@academy/contract'

/** A text with its search hits marked. */
export const Segments = ({ segments }: { segments: TextSegment[] }) => (
  <>
    {segments.map(({ text, hit }, index) =>
      // Segments of one text never change their order.
      hit ? (
        <mark key={index} className="rounded-sm bg-accent-soft px-0.5 text-ink">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </>
)
