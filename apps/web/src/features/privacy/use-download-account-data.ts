import { useMutation } from '@tanstack/react-query'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'

/** Downloads all data of the account. */
export function useDownloadAccountData() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrapResponse(tsr.privacy.exportAccount.query()),
    onSuccess: ({ data }) => saveFile(`my-data-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json'),
    onError: (error) => {
      if (needsSignIn(error)) return
      const description = error instanceof ApiError ? error.message : 'Try again in a moment.'
      toast.error({ title: "We couldn't download your data", description })
    },
  })
  return { download: () => mutate(), isPending }
}
