import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ownCertificatesQuery } from '../../account/own-certificates-query.ts'
import { queryClient } from '../../api/query-client.ts'
import { PageSpinner } from '../../ui/spinner.tsx'
import { CertificateView } from './certificate-view.tsx'
import { HolderControls } from './holder-controls.tsx'

type HolderViewProps = { certificateId: string; fallback: ReactNode }

/** The certificate of the signed-in user, also a hidden or invalid one; `fallback` for the certificate of another user. */
export function HolderView(props: HolderViewProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <OwnCertificateOrFallback {...props} />
    </QueryClientProvider>
  )
}

function OwnCertificateOrFallback({ certificateId, fallback }: HolderViewProps) {
  const { data, isPending } = useQuery(ownCertificatesQuery())
  if (isPending) return <PageSpinner />
  const own = data?.find(({ id }) => id === certificateId)
  if (!own) return fallback
  return (
    <>
      <CertificateView certificate={own} />
      <HolderControls certificate={own} />
    </>
  )
}
