import type { UserPrompt } from '@academy/contract'
import { type ChangeEvent, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, useFieldControl } from '../../ui/field.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import type { MarkdownPrompt } from './prompt-markdown.ts'
import { promptKey } from './prompt-texts.ts'
import { promptsFromMarkdown } from './read-markdown.ts'
import { useImportPrompts } from './use-prompt-mutations.ts'

type Plan = { toAdd: MarkdownPrompt[]; duplicates: number; refused: { name: string; reason: string }[] }

/** Reads the files and says what an import would do. */
async function planImport(files: readonly File[], existing: readonly UserPrompt[]): Promise<Plan> {
  const plan: Plan = { toAdd: [], duplicates: 0, refused: [] }
  const existingKeys = new Set(existing.map(promptKey))
  for (const file of files) {
    const text = await file.text().catch(() => undefined)
    if (text === undefined) {
      plan.refused.push({ name: file.name, reason: 'The browser could not read it. It may have moved or changed: choose it again.' })
      continue
    }
    const read = promptsFromMarkdown(text)
    if ('problem' in read) {
      plan.refused.push({ name: file.name, reason: `Line ${read.problem.line}: ${read.problem.reason}` })
      continue
    }
    for (const prompt of read.prompts) {
      if (existingKeys.has(promptKey(prompt))) plan.duplicates++
      else plan.toAdd.push(prompt)
      existingKeys.add(promptKey(prompt))
    }
  }
  return plan
}

/** Imports prompts from Markdown files, after it said what it will do. */
export function ImportDialog({ existing, onClose }: { existing: readonly UserPrompt[]; onClose: () => void }) {
  const [plan, setPlan] = useState<Plan>()
  const add = useImportPrompts({ onDone: onClose })
  const lastChoice = useRef(0)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const choice = ++lastChoice.current
    const planned = await planImport([...(event.target.files ?? [])], existing)
    // A file of a cloud drive may take longer to read than the files that were chosen after it.
    if (choice === lastChoice.current) setPlan(planned)
  }
  // What a failed import has added is known by then. It may lack its mark as a favourite.
  const existingByKey = new Map(existing.map((prompt) => [promptKey(prompt), prompt]))
  const isMissing = (prompt: MarkdownPrompt) => {
    const added = existingByKey.get(promptKey(prompt))
    return !added || (prompt.favourite && !added.favourite)
  }
  const toAdd = plan?.toAdd.filter(isMissing) ?? []
  return (
    <Dialog title="Import prompts" dismissable={!add.isPending} onClose={onClose}>
      <div data-private className="flex flex-col gap-5">
        <Field label="Markdown files" hint="One prompt or many in each file, as Export writes them.">
          <FileInput disabled={add.isPending} onChange={(event) => void choose(event)} />
        </Field>
        {plan && (
          <div role="status" className="flex flex-col gap-3">
            {plan.refused.map(({ name, reason }) => (
              <Alert key={name} tone="danger" title={`${name} is not imported`}>
                {reason}
              </Alert>
            ))}
            <p>
              {toAdd.length > 0 ? `${pluralize(toAdd.length, 'prompt')} will be added.` : 'There is nothing to add.'}
              {plan.duplicates > 0 && ` You have ${pluralize(plan.duplicates, 'prompt')} already.`}
            </p>
            {toAdd.length > 0 && (
              <ul className="max-h-48 list-disc overflow-y-auto pl-5 text-sm text-muted">
                {toAdd.map((prompt) => (
                  <li key={promptKey(prompt)}>{prompt.title}</li>
                ))}
              </ul>
            )}
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button disabled={toAdd.length === 0} pending={add.isPending} onClick={() => add.mutate(toAdd)}>
            {add.isPending ? 'Importing...' : 'Import'}
          </Button>
          <Button variant="secondary" disabled={add.isPending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function FileInput({ disabled, onChange }: { disabled: boolean; onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  return (
    <input
      type="file"
      multiple
      accept=".md,.markdown,text/markdown"
      disabled={disabled}
      // Without a value, choosing the same file again after a correction is a change.
      onClick={(event) => {
        event.currentTarget.value = ''
      }}
      onChange={onChange}
      className="text-sm file:mr-3 file:min-h-9 file:rounded-md file:border file:border-rule-strong file:bg-surface file:px-3 file:font-semibold file:text-ink"
      {...useFieldControl()}
    />
  )
}
