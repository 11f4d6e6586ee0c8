import { useMutation } from '@tanstack/react-query'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { toast } from '../../ui/toast.ts'

/** Downloads `content` as a JSON file. */
function saveFile(name: string, content: unknown): void {
  const file = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // Safari reads the file with a delay.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}

/** Downloads all data of the account. */
export function useDownloadAccountData() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrapResponse(tsr.privacy.exportAccount.query()),
    onSuccess: ({ data }) => saveFile(`my-data-${data.exported_at.slice(0, 10)}.json`, data),
    onError: (error) => {
      if (needsSignIn(error)) return
      const description = error instanceof ApiError ? error.message : 'Try again in a moment.'
      toast.error({ title: "We couldn't download your data", description })
    },
  })
  return { download: () => mutate(), isPending }
}
