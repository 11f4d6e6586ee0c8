import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'

/** The way back to the library (LIB-14). */
export const BackToLibrary = ({ look }: { look: 'line' | 'button' }) => (
  <BackLink to={paths.resources()} look={look}>
    Back to Resources
  </BackLink>
)
