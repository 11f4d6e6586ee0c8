import type { Entitlement } from '@academy/catalog'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { useAccount } from './use-account.ts'
import { useFeatureAccess } from './use-feature-access.ts'

type FeatureButtonProps = ComponentProps<typeof LoadingButton> & { feature: Entitlement; to: string }

/** Leads to the page of a feature; for users without the feature it opens the pricing dialog. */
export function FeatureButton({ feature, to, ...look }: FeatureButtonProps) {
  const { status } = useAccount()
  const { has, request } = useFeatureAccess()
  if (status === 'loading') return <LoadingButton {...look} />
  if (has(feature)) return <LinkButton to={to} {...look} />
  return <Button aria-haspopup="dialog" onClick={() => request(feature)} {...look} />
}
