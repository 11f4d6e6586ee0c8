import {
  COURSES,
  FIRST_COURSE,
  isCourseId,
  isOfferName,
  NEXT_STEPS,
  type NextStepPage,
  OFFERS,
  type OfferName,
  offersFor,
} from '@academy/catalog'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { type Account, fullName } from '../../account/account-context.ts'
import { MailQuestion } from '../../account/mail-choice.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors } from '../../ui/form.ts'

type PurchaseWelcomeProps = {
  offer: string
  account: Account
  /** The account was loaded again after the checkout. */
  isChecked: boolean
  onClose: () => void
}

/**
 * Shows three next steps once the account has the purchase; after the bundle also a form for name and job title. Until then it says that the
 * payment is being checked. Nothing for an unknown offer.
 */
export function PurchaseWelcome({ offer, account, isChecked, onClose }: PurchaseWelcomeProps) {
  if (!isOfferName(offer)) return null
  if (!hasBought(account, offer)) return <PaymentCheck isChecked={isChecked} onClose={onClose} />
  const isBundle = offer === 'bundle'
  const owned = isBundle
    ? `The Master Course is yours to keep, and the Studio is free for ${OFFERS.bundle.freeStudioMonths} months.`
    : 'Thank you for your purchase.'
  return (
    <Dialog
      key="welcome"
      onClose={onClose}
      initialFocus="title"
      title={
        isBundle
          ? 'Congratulations on your bundle'
          : `Welcome to ${isCourseId(offer) ? COURSES[offer].inText : `the ${OFFERS[offer].title}`}`
      }
      description={owned}
    >
      <NextSteps offer={offer} onChosen={onClose} />
      {isBundle ? (
        <AboutYou account={account} onDone={onClose} />
      ) : (
        <Button variant="secondary" className="mt-6 w-full" onClick={onClose}>
          Stay here
        </Button>
      )}
      <MailQuestion />
    </Dialog>
  )
}

/** Returns whether the account has the offer. The Studio of the bundle may begin later than its course. */
function hasBought(account: Account, offer: OfferName): boolean {
  const state = offersFor(account)[offer === 'bundle' ? 'master_course' : offer]
  return state === 'held' || state === 'subscribed'
}

/** Says that the payment is being checked, and after the check that it has not arrived. */
const PaymentCheck = ({ isChecked, onClose }: { isChecked: boolean; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    initialFocus="title"
    title={isChecked ? "Your payment isn't confirmed yet" : "We're checking your payment"}
    description={
      isChecked
        ? 'This can take some minutes. What you bought opens as soon as the payment arrives: reload the page then.'
        : 'This usually takes seconds.'
    }
  >
    <Button variant="secondary" className="w-full" onClick={onClose}>
      Stay here
    </Button>
  </Dialog>
)

const stepPaths: Record<NextStepPage, string> = {
  course: paths.course(),
  resources: paths.resources(),
  myPrompts: paths.myPrompts(),
  community: paths.community(),
  premiumSlack: paths.premiumSlack(),
  settings: `${paths.settings()}?tab=pricing`,
}

/** A further course is one of the list: its address is not known here. */
const pathOf = (page: NextStepPage, offer: OfferName): string =>
  page === 'course' && isCourseId(offer) && offer !== FIRST_COURSE ? paths.courses() : stepPaths[page]

const NextSteps = ({ offer, onChosen }: { offer: OfferName; onChosen: () => void }) => (
  <ol className="flex flex-col gap-3">
    {NEXT_STEPS[offer].map(({ page, label, text }, index) => (
      <li
        key={page}
        className="relative flex gap-4 rounded-lg border border-rule-strong p-4 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
      >
        <span aria-hidden="true" className="w-6 shrink-0 font-display text-xl font-bold text-muted tabular-nums">
          {index + 1}
        </span>
        <span className="min-w-0">
          <Link to={pathOf(page, offer)} onClick={onChosen} className="font-semibold outline-none after:absolute after:inset-0">
            {label}
          </Link>
          <span className="block text-sm text-muted">{text}</span>
        </span>
      </li>
    ))}
  </ol>
)

/** Both fields are required, and neither is sent. They hold what the profile says. */
function AboutYou({ account, onDone }: { account: Account; onDone: () => void }) {
  const { form, errors, showErrors } = useFieldErrors()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isBlank = (name: string) => !getFieldText(event.currentTarget, name).trim()
    const name = isBlank('name') ? 'Full name is required.' : undefined
    const job = isBlank('job') ? 'Job title is required.' : undefined
    if (!showErrors({ name, job })) onDone()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5 border-t border-rule pt-6">
      <Field label="Full Name" error={errors.name}>
        <TextInput name="name" autoComplete="name" required defaultValue={fullName(account)} />
      </Field>
      <Field label="Job Title" error={errors.job}>
        <TextInput name="job" autoComplete="organization-title" required defaultValue={account.job_title ?? ''} />
      </Field>
      <Button type="submit" variant="secondary">
        Continue
      </Button>
    </form>
  )
}
