import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'

/** The way back to the list. */
export const BackToPrompts = ({ look }: { look: 'line' | 'button' }) => (
  <BackLink to={paths.myPrompts()} look={look}>
    Back to My Prompts
  </BackLink>
)
