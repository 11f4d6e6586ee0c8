/** Squared paper at the right of a large field, fading out before it reaches the text. The field is `relative isolate`. */
export const SquaredMargin = () => (
  <span
    aria-hidden="true"
    className="squared absolute max-sm:hidden [--color-squares:var(--color-rule)] inset-0 -z-10 [mask-image:linear-gradient(105deg,transparent_50%,black)]"
  />
)
