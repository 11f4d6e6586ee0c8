import { Button } from '../ui/button.tsx'
import { SettingsSection } from '../ui/section.tsx'
import { analytics, useConsent } from './analytics.ts'

/** Lets users change their consent. */
export function ConsentSetting() {
  const consent = useConsent()
  if (consent !== 'yes' && consent !== 'no') return null
  const isAllowed = consent === 'yes'
  return (
    <SettingsSection title="Usage data">
      <p className="mt-1 max-w-prose text-muted">
        {isAllowed
          ? 'We record how you use the academy, with your name and email address. We never record passwords or anything you type.'
          : 'Nothing is recorded in this browser.'}
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => analytics.answer(isAllowed ? 'no' : 'yes')}>
        {isAllowed ? 'Stop recording' : 'Allow recording'}
      </Button>
    </SettingsSection>
  )
}
