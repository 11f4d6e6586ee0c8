/** Graph paper that fades out toward the text on the left. The parent is `relative isolate`. */
export const GridBackground = () => (
  <span
    aria-hidden="true"
    className="bg-grid absolute max-sm:hidden [--color-grid-lines:var(--color-rule)] inset-0 -z-10 [mask-image:linear-gradient(105deg,transparent_50%,black)]"
  />
)
