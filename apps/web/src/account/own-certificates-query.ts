import { queryOptions } from '@tanstack/react-query'
import { parseResponse, requireFields, tsr } from '../api/client.ts'

/** The user's own certificates. The request also issues the certificate of a completed course that lacked the user's name. */
export const ownCertificatesQuery = () =>
  queryOptions({
    queryKey: ['certificates', 'own'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.certificates.list.query({ fetchOptions: { signal } }), (own) =>
        own.map((certificate) =>
          requireFields(certificate, 'id', 'name', 'course', 'course_id', 'completed_on', 'hours', 'hidden', 'state'),
        ),
      ),
    staleTime: 0,
  })
