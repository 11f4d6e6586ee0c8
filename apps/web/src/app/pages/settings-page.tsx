import { useState } from 'react'
import { ProfileTab } from '../../features/profile/profile-tab.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** What people can change about their account. */
export default function SettingsPage() {
  const [tab, setTab] = useState('profile')
  return (
    <div className="flex flex-col gap-6">
      <PageHeading>Settings</PageHeading>
      <Tabs label="Settings" tabs={[{ value: 'profile', label: 'My Profile', content: <ProfileTab /> }]} value={tab} onChange={setTab} />
    </div>
  )
}
