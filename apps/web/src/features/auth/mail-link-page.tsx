import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { authRedirect, type MailLink } from '../../session/auth-redirect.ts'
import { findLinkAccount, type LinkAccount, type LinkOutcome, openMailLink } from '../../session/mail-link.ts'
import { type SignInState, takeReturnPath } from '../../session/return-path.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { type ButtonVariant, buttonClasses } from '../../ui/button-classes.ts'
import { NarrowCard } from '../../ui/narrow-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'

type OutcomeOf<Kind extends LinkOutcome['kind']> = Extract<LinkOutcome, { kind: Kind }>

/** The page that the links in our emails open. It names the account. Only its one button uses the link: a visit changes nothing. */
export default function MailLinkPage() {
  const { link, isFirstOfTwo } = authRedirect
  if (isFirstOfTwo) return <FirstMailbox />
  if (link === undefined) return <RefusedLink reason="failed" />
  return 'tokenHash' in link ? <ConfirmStep link={link} email={link.email} /> : <OpenedLink link={link} />
}

/** A link with a session: asks the provider which account it belongs to, then asks the user to continue with that account. */
function OpenedLink({ link }: { link: MailLink }) {
  const [found, setFound] = useState<LinkAccount | LinkOutcome>()
  useEffect(() => {
    if (found === undefined) void findLinkAccount(link).then(setFound)
  }, [link, found])

  if (found === undefined) return <PageSpinner />
  if (found.kind === 'account') return <ConfirmStep link={link} email={found.email} />
  if (found.kind !== 'blocked') return <Result outcome={found} />
  return (
    <NarrowCard>
      <PageHeading>Open the link from your email</PageHeading>
      <BlockedNotice by={found.by} />
      <Button className="mt-7 w-full" onClick={() => setFound(undefined)}>
        Try again
      </Button>
    </NarrowCard>
  )
}

function ConfirmStep({ link, email }: { link: MailLink; email: string }) {
  const { session } = useSession()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<LinkOutcome>()
  const newEmail = 'newEmail' in link ? link.newEmail : undefined

  const open = async () => {
    setPending(true)
    const result = await openMailLink(link, newEmail ?? email)
    if (result.kind === 'signed-in')
      await navigate(link.type === 'magiclink' ? paths.dashboard() : paths.resetPassword(), { replace: true })
    else setOutcome(result)
    setPending(false)
  }

  if (outcome !== undefined && outcome.kind !== 'blocked') return <Result outcome={outcome} />

  const current = session?.user.email
  const replacesSession = opensSession(link.type) && current !== undefined && current.toLowerCase() !== email.toLowerCase()
  const { heading, lead, button } = confirmTextFor(link.type, email, newEmail)
  return (
    <NarrowCard>
      <PageHeading>{heading}</PageHeading>
      <p className="mt-2 text-muted">{lead}</p>
      {replacesSession && (
        <Alert tone="warning" className="mt-6" title="You're signed in with another account">
          This browser is signed in as <EmailAddress>{current}</EmailAddress>. If you continue, that account is signed out here.
        </Alert>
      )}
      {outcome !== undefined && <BlockedNotice by={outcome.by} />}
      <Button className="mt-7 w-full" pending={pending} onClick={() => void open()}>
        {pending ? 'One moment...' : button}
      </Button>
    </NarrowCard>
  )
}

/** The final result of a link. */
function Result({ outcome }: { outcome: Exclude<LinkOutcome, OutcomeOf<'blocked'>> }) {
  switch (outcome.kind) {
    case 'confirmed':
      return <Confirmed email={outcome.email} />
    case 'first-mailbox':
      return <FirstMailbox />
    case 'address-changed':
      return <AddressChanged email={outcome.email} />
    case 'signed-in':
      return <PageSpinner />
    case 'refused':
      return <RefusedLink reason={outcome.reason} />
  }
}

const EmailAddress = ({ children }: { children: ReactNode }) => (
  <strong data-private translate="no" className="font-semibold break-words text-ink">
    {children}
  </strong>
)

const opensSession = (type: MailLink['type']) => type === 'recovery' || type === 'invite' || type === 'magiclink'

type ConfirmText = { heading: string; lead: ReactNode; button: string }

function confirmTextFor(type: MailLink['type'], email: string, newEmail: string | undefined): ConfirmText {
  const address = <EmailAddress>{email}</EmailAddress>
  switch (type) {
    case 'signup':
    case 'email':
      return {
        heading: 'Confirm your email address',
        lead: (
          <>
            You signed up for {env.academyName} with {address}. Confirm that this is your address, then sign in.
          </>
        ),
        button: 'Confirm email address',
      }
    case 'recovery':
      return { heading: 'Choose a new password', lead: <>For the account {address}.</>, button: 'Continue' }
    case 'invite':
      return { heading: 'Accept your invitation', lead: <>The account {address} is ready. Choose its password next.</>, button: 'Continue' }
    case 'magiclink':
      return { heading: 'Sign in', lead: <>Continue as {address}?</>, button: 'Continue' }
    case 'email_change':
      return {
        heading: 'Change your email address',
        lead:
          newEmail === undefined ? (
            <>The address of your account becomes {address}.</>
          ) : (
            <>
              The address of your account changes from {address} to <EmailAddress>{newEmail}</EmailAddress>.
            </>
          ),
        button: 'Confirm the change',
      }
  }
}

type NoticeProps = {
  heading: string
  text: ReactNode
  next: { label: string; to: string; state?: SignInState; variant?: ButtonVariant }
  /** Text below the link. */
  footnote?: ReactNode
}

/** A result with a link to the next page. Not a LinkButton, whose chunk has the components of many other pages. */
const Notice = ({ heading, text, next: { label, to, state, variant = 'primary' }, footnote }: NoticeProps) => (
  <NarrowCard>
    <PageHeading isLaterStep>{heading}</PageHeading>
    <p className="mt-2 text-muted">{text}</p>
    <Link to={to} state={state} replace className={buttonClasses(variant, 'md', 'mt-7 w-full')}>
      {label}
    </Link>
    {footnote && <p className="mt-5 text-sm text-muted">{footnote}</p>}
  </NarrowCard>
)

const TO_DASHBOARD = { label: 'Go to the dashboard', to: paths.dashboard() }

/** The result of a confirmed address. It opens no session: an attacker may have signed up with the address and know the password. */
function Confirmed({ email }: { email: string }) {
  const { status, session } = useSession()
  const [returnPath] = useState(takeReturnPath)
  const heading = 'Your email address is confirmed'
  const address = <EmailAddress>{email}</EmailAddress>
  if (status === 'signed-in') {
    const text = (
      <>
        This browser is signed in as <EmailAddress>{session.user.email}</EmailAddress>. Sign out there to use {address}.
      </>
    )
    return <Notice heading={heading} text={text} next={TO_DASHBOARD} />
  }
  return (
    <Notice
      heading={heading}
      text={<>Sign in as {address} with your password.</>}
      next={{ label: 'Sign in', to: paths.login(), state: { from: returnPath, email } }}
      footnote="If your password doesn't work, choose “Forgot password?” there: a new password signs everyone else out of your account."
    />
  )
}

const FirstMailbox = () => (
  <Notice
    heading="One more confirmation"
    text="This address is confirmed. We also sent a link to your other address: open it to complete the change."
    next={{ ...TO_DASHBOARD, variant: 'secondary' }}
  />
)

const AddressChanged = ({ email }: { email: string }) => (
  <Notice
    heading="Your email address is changed"
    text={
      <>
        From now on, sign in as <EmailAddress>{email}</EmailAddress>. Your password stays the same.
      </>
    }
    next={TO_DASHBOARD}
  />
)

/** Says why the link did not work this time. The same button may work later. */
function BlockedNotice({ by }: { by: OutcomeOf<'blocked'>['by'] }) {
  return by === 'rate-limit' ? (
    <Alert tone="warning" className="mt-6" title="Too many attempts">
      Many links were opened from your network. Wait a minute, then try again: your link still works.
    </Alert>
  ) : (
    <Alert tone="warning" className="mt-6" title="We can't reach the sign-in service">
      Check your connection and try again in a moment.
    </Alert>
  )
}

const refusedTexts: Record<OutcomeOf<'refused'>['reason'], { heading: string; text: string }> = {
  expired: {
    heading: 'This link no longer works',
    text: 'Links in our emails work once and expire. If your address is confirmed already, sign in. Otherwise sign up again or choose “Forgot password?”, and we’ll email you a new link.',
  },
  'other-account': {
    heading: 'This link belongs to another account',
    text: 'It opens a different account than it names, so we ignored it. Sign in, or request a new link.',
  },
  failed: {
    heading: 'This link doesn’t work',
    text: 'It may be incomplete. Copy the whole address from our email, or request a new link on the sign-in page.',
  },
}

const RefusedLink = ({ reason }: { reason: OutcomeOf<'refused'>['reason'] }) => (
  <Notice {...refusedTexts[reason]} next={{ label: 'Go to sign-in', to: paths.login() }} />
)
