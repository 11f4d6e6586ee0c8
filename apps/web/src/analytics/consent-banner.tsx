import { Button } from '../ui/button.tsx'
import { analytics } from './analytics.ts'
import { useConsent } from './use-consent.ts'

/** A banner that asks for consent before anything is sent or recorded. */
export function ConsentBanner() {
  if (useConsent() !== 'asking') return null
  return (
    <section
      aria-label="Usage data"
      className="fixed inset-x-4 bottom-4 z-30 rounded-lg border border-rule bg-surface p-5 text-sm shadow-floating sm:left-auto sm:max-w-96"
    >
      <p>Can we record how you use the academy? We never record passwords, addresses or anything you type.</p>
      <div className="mt-4 flex gap-3">
        <Button variant="secondary" onClick={() => analytics.answer('no')}>
          No
        </Button>
        <Button variant="secondary" onClick={() => analytics.answer('yes')}>
          Yes
        </Button>
      </div>
    </section>
  )
}
