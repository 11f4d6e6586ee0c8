import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'

/** Links back to the library (LIB-14). */
export const BackToLibrary = ({ variant }: { variant: 'link' | 'button' }) => (
  <BackLink to={paths.resources()} variant={variant}>
    Back to Resources
  </BackLink>
)
