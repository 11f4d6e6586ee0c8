import type { ReactNode } from 'react'
import { env } from '../env.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/class-names.ts'
import { legalPageUrl } from './legal-page-url.ts'

/** Links that the law requires on every page, with the labels that it prescribes (Directive 2011/83/EU, Art. 11a; in Germany BGB § 312k). */
const BUYER_LINKS = [
  { name: 'Withdraw from contract here', url: paths.withdraw() },
  { name: 'Cancel contract here', url: `${paths.withdraw()}#cancel` },
]

/** List items with links to the seller's legal pages, and to withdrawal and cancellation, which need no session. */
export const LegalLinks = () =>
  [...env.legalPages, ...BUYER_LINKS].map(({ name, url }, index) => (
    <li key={name}>
      <a href={url} className={index < env.legalPages.length ? 'text-link' : 'underline underline-offset-4 hover:text-ink'}>
        {name}
      </a>
    </li>
  ))

/** The footer of a page with the legal links. */
const LegalFooter = ({ isInset }: { isInset: boolean }) => (
  <footer className="border-t border-rule print:hidden">
    <nav aria-label="Legal">
      <ul className={cx('flex flex-wrap gap-x-5 gap-y-2 py-4 text-sm text-muted', !isInset && 'px-4 sm:px-8')}>
        <LegalLinks />
      </ul>
    </nav>
  </footer>
)

/** Links to the terms and the privacy policy that apply to a new account, if the seller has any. */
function SignupTerms() {
  const [terms, privacy] = [legalPageUrl('Terms'), legalPageUrl('Privacy')]
  const link = (url: string, text: string) => (
    <a href={url} target="_blank" rel="noreferrer" className="text-link">
      {text}
    </a>
  )
  return (
    <p className="text-sm text-muted">
      {terms && <>By creating an account you agree to the {link(terms, 'terms')}. </>}
      {privacy && <>What happens with your data is in the {link(privacy, 'privacy policy')}.</>}
    </p>
  )
}

export type LegalPartProps = { below: 'page' | 'text' | 'sign-up' }

/** The component that `LegalPart` loads lazily. */
export function LegalLinksPart({ below }: LegalPartProps): ReactNode {
  return below === 'sign-up' ? <SignupTerms /> : <LegalFooter isInset={below === 'text'} />
}
