import type { UserPrompt } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { toastFailure } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Download, Plus, Upload } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { promptsToMarkdown } from './prompt-markdown.ts'
import { promptsQuery } from './prompt-queries.ts'

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** Imports and exports prompts as Markdown. With an empty list, the first button writes a prompt. */
export function TransferButtons({ prompts, onCreate }: { prompts: UserPrompt[]; onCreate: () => void }) {
  const { request } = useFeatureAccess()
  const [isImporting, setImporting] = useState(false)
  const client = useQueryClient()
  const { mutate: exportAll, isPending: isExporting } = useMutation({
    // The cached list may lack what a program or another tab has saved meanwhile.
    mutationFn: () => client.fetchQuery({ ...promptsQuery(), staleTime: 0 }),
    onSuccess: (all) => {
      // The oldest first: imported in this order, the newest is on top again.
      const oldestFirst = all.toReversed().map(({ code, ...prompt }) => ({ ...prompt, code: code ?? null }))
      saveFile('my-prompts.md', promptsToMarkdown(oldestFirst), 'text/markdown')
    },
    onError: (error) => toastFailure("We couldn't export your prompts", error),
  })
  return (
    <div className="flex flex-wrap gap-2">
      {prompts.length === 0 && (
        <Button size="sm" aria-haspopup="dialog" onClick={onCreate}>
          <Plus aria-hidden="true" />
          Write your first prompt
        </Button>
      )}
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => request('my_prompts') && setImporting(true)}>
        <Upload aria-hidden="true" />
        Import
      </Button>
      {prompts.length > 0 && (
        <Button variant="secondary" size="sm" pending={isExporting} onClick={() => request('my_prompts') && exportAll()}>
          {!isExporting && <Download aria-hidden="true" />}
          Export
        </Button>
      )}
      {isImporting && <ImportDialog existing={prompts} onClose={() => setImporting(false)} />}
    </div>
  )
}
