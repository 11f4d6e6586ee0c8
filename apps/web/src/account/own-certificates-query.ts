import { queryOptions } from '@tanstack/react-query'
import { tsr } from '../api/client.ts'
import { parseResponse, requireFields } from '../api/unwrap-response.ts'

/** The user's own certificates. Asking issues the one of a completed course, if it waited for a name. */
export const ownCertificatesQuery = () =>
  queryOptions({
    queryKey: ['certificates', 'own'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.certificates.list.query({ fetchOptions: { signal } }), (own) =>
        own.map((one) => requireFields(one, 'id', 'name', 'course', 'course_id', 'completed_on', 'hours', 'hidden', 'state')),
      ),
    staleTime: 0,
  })
