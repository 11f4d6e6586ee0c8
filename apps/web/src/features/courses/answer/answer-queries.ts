import { queryOptions } from '@tanstack/react-query'
import { tsr } from '../../../api/client.ts'
import { parseResponse, requireFields } from '../../../api/unwrap-response.ts'

/** Whether the present text of a tutorial worked for the user. */
export const answerQuery = (tutorialId: string) =>
  queryOptions({
    queryKey: ['tutorials', tutorialId, 'answer'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.answers.get.query({ params: { tutorialId }, fetchOptions: { signal } }), ({ data }) =>
        requireFields(data, 'worked', 'text_hash'),
      ),
    // Read with the page, so that it names the text that the user saw.
    staleTime: 5 * 60_000,
  })
