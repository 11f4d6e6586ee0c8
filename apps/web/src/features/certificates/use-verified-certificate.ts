import type { Certificate } from '@academy/contract'
import { type Loaded, usePublic } from '../../api/use-public.ts'
import { env } from '../../env.ts'

/** `missing`: unknown or hidden. `invalid`: revoked, or its holder no longer owns the course. `failed`: the API could not verify it. */
export type Verification = Loaded<{ certificate: Certificate }> | { state: 'invalid' }

/** Returns the URL of the JSON that verifies a certificate; a path if the API has the page's own origin. */
export const verificationUrl = (certificateId: string): string => `${env.apiUrl}/api/certificates/${certificateId}/public`

/** Verifies a certificate without the API client, which visitors would load for this request alone. */
async function verify(certificateId: string, signal: AbortSignal): Promise<Verification> {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(certificateId)) return { state: 'missing' }
  const response = await fetch(verificationUrl(certificateId), { signal })
  // Read for every status: a response whose body is not read keeps its connection occupied.
  const body = await response.text()
  if (response.status === 404) return { state: 'missing' }
  if (response.status === 410) return { state: 'invalid' }
  const certificate: Partial<Certificate> = response.ok ? JSON.parse(body) : {}
  const { id, name, course, completed_on } = certificate
  if (!id || !name || !course || !completed_on) return { state: 'failed' }
  return {
    state: 'found',
    certificate: {
      ...{ id, name, course, completed_on, issuer: 'Verified by the academy' },
      hours: certificate.hours ?? null,
      sessions_checked: certificate.sessions_checked ?? null,
    },
  }
}

/** Verifies a certificate. Returns the result, and a function that verifies again. */
export const useVerifiedCertificate = (certificateId: string) => usePublic((signal) => verify(certificateId, signal))
