import type { ListedPromptVersion, PromptVersion, UserPrompt } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { PromptDiff } from './prompt-diff.tsx'
import { versionQuery, versionsQuery } from './prompt-queries.ts'
import { toPromptTexts } from './prompt-texts.ts'
import { useReplaceTexts } from './use-prompt-mutations.ts'

type VersionsDialogProps = { prompt: UserPrompt; onClose: () => void }

/** The versions of a prompt, compared with the current one. Each can be restored. */
export function VersionsDialog({ prompt, onClose }: VersionsDialogProps) {
  return (
    <Dialog size="lg" title="Earlier versions" onClose={onClose}>
      <div data-private className="flex flex-col gap-5">
        <QueryView query={useQuery(versionsQuery(prompt))} loading={<VersionSkeleton />} errorTitle="We couldn't load the versions">
          {(versions) => <Versions versions={versions} prompt={prompt} onClose={onClose} />}
        </QueryView>
      </div>
    </Dialog>
  )
}

function Versions({ versions, prompt, onClose }: VersionsDialogProps & { versions: ListedPromptVersion[] }) {
  const [selectedId, setSelectedId] = useState<string>()
  const selected = versions.find(({ id }) => id === selectedId) ?? versions[0]
  const version = useQuery({ ...versionQuery(prompt.id, selected?.id ?? ''), enabled: selected !== undefined })
  if (!selected) {
    return <EmptyState title="No earlier versions yet">Each change keeps the prompt as it was before.</EmptyState>
  }
  return (
    <>
      <Field label="Version">
        <Select
          value={selected.id}
          onChange={({ target }) => setSelectedId(target.value)}
          options={versions.map(({ id, title, saved_at }) => {
            return [id, `${formatDate(saved_at, { dateStyle: 'medium', timeStyle: 'short' })}: ${title}`]
          })}
        />
      </Field>
      <QueryView query={version} loading={<VersionSkeleton />} errorTitle="We couldn't load this version" headingLevel={3}>
        {(data) => <Version key={data.id} version={data} prompt={prompt} onClose={onClose} />}
      </QueryView>
    </>
  )
}

function Version({ version, prompt, onClose }: VersionsDialogProps & { version: PromptVersion }) {
  const restore = useReplaceTexts({ onSaved: onClose })
  const current = toPromptTexts(prompt)
  const texts = toPromptTexts(version)
  return (
    <>
      <p className="text-sm text-muted">
        What restoring would change: <ins>added</ins> and <del>removed</del>. The current prompt becomes a version.
      </p>
      <PromptDiff before={current} after={texts} />
      <div>
        <Button
          pending={restore.isPending}
          onClick={() => restore.mutate({ id: prompt.id, texts, base: current, version: prompt.updated_at })}
        >
          {restore.isPending ? 'Restoring...' : 'Restore this version'}
        </Button>
      </div>
    </>
  )
}

const VersionSkeleton = () => <Loading label="Loading versions..." blocks={['h-48 w-full rounded-lg']} />
