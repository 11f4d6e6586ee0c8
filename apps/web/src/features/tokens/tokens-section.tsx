import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** The section of the settings that leads to the access tokens. */
export function TokensSection(): ReactNode {
  return (
    <section aria-labelledby="access-tokens" className="border-t border-rule pt-6">
      <h2 id="access-tokens" className="text-lg">
        Access tokens
      </h2>
      <p className="mt-1 max-w-prose text-muted">Let scripts, command lines and coding tools use the academy in your name.</p>
      <LinkButton to={paths.tokens()} variant="secondary" className="mt-4">
        Manage access tokens
      </LinkButton>
    </section>
  )
}
