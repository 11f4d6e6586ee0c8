import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { SettingsSection } from '../../ui/section.tsx'

/** The section of the settings that leads to the access tokens. */
export const TokensSection = () => (
  <SettingsSection title="Access tokens">
    <p className="mt-1 max-w-prose text-muted">Let scripts, command-line tools and coding tools use the academy on your behalf.</p>
    <LinkButton to={paths.tokens()} variant="secondary" className="mt-4">
      Manage access tokens
    </LinkButton>
  </SettingsSection>
)
