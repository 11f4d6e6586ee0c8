import { ACCESS_CONSENT } from '@academy/catalog'
import type { Ref } from 'react'
import { CircleAlert } from '../../ui/icons.ts'

type AccessConsentProps = {
  /** The address of the seller's information on withdrawal. */
  withdrawalUrl: string
  isGiven: boolean
  onChange: (isGiven: boolean) => void
  /** Whether the user tried to buy without it. */
  isMissing: boolean
  errorId: string
  ref: Ref<HTMLInputElement>
}

/** The checkbox with which a buyer requests access before the withdrawal period ends (SELLER-10). Never checked in advance. */
export const AccessConsent = ({ withdrawalUrl, isGiven, onChange, isMissing, errorId, ref }: AccessConsentProps) => (
  <div className="text-sm">
    <label className="flex items-start gap-3">
      <input
        ref={ref}
        type="checkbox"
        checked={isGiven}
        aria-invalid={isMissing ? true : undefined}
        aria-describedby={isMissing ? errorId : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-primary"
      />
      <span>{ACCESS_CONSENT.text}</span>
    </label>
    <a href={withdrawalUrl} target="_blank" rel="noreferrer" className="mt-1 ml-8 inline-block text-link">
      Information on withdrawal
    </a>
    {isMissing && (
      <p id={errorId} className="mt-1.5 flex items-start gap-1.5 font-medium text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>Tick this box to continue to the checkout.</span>
      </p>
    )}
  </div>
)
