import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'

export const BackToPrompts = ({ variant }: { variant: 'link' | 'button' }) => (
  <BackLink to={paths.myPrompts()} variant={variant}>
    Back to My Prompts
  </BackLink>
)
