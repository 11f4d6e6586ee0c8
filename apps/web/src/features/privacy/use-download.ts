import { useMutation } from '@tanstack/react-query'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'

/** Hands a file to the browser, as if a link to it had been followed. */
function save(name: string, content: unknown): void {
  const file = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // Safari begins to read the file a moment later.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}

/** Saves everything that is held about the account as a file. */
export function useDownload() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => bodyOf(tsr.privacy.exportAccount.query()),
    onSuccess: ({ data }) => save(`my-data-${data.exported_at.slice(0, 10)}.json`, data),
    onError: (error) => {
      if (needsSignIn(error)) return
      const description = error instanceof ApiError ? error.message : 'Try again in a moment.'
      toast.error({ title: 'Your data could not be downloaded', description })
    },
  })
  return { download: () => mutate(), isPending }
}
