import type { Answer } from '@academy/contract'
import { ANSWER_MAX_LENGTH } from '@academy/contract/text-limits'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useAccount } from '../../../account/use-account.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'
import { getFieldText } from '../../../ui/form.ts'
import { ArrowUpRight } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useCourseProgress } from '../progress/use-progress.ts'
import { systemName } from './system-name.ts'

const TOOLS = ['Claude Code', 'Codex', 'Cursor', 'VS Code']
/** The maximum length of the names of a system and a tool. */
const MAX_NAME = 60

type Sent = Pick<Answer, 'text' | 'system' | 'tool' | 'with_name'>
type AnswerFormProps = {
  courseId: string
  tutorialId: string
  name: string
  answer: Answer
  isSending: boolean
  onSend: (sent: Sent) => Promise<void>
}

/** What did not work, with the system and the tool, for the author or to ask in Slack. */
export function AnswerForm({ courseId, tutorialId, name, answer, isSending, onSend }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const toolsId = useId()
  const invitation = useAccount().context?.links?.slack_standard_url
  const place = useCourseProgress(courseId)?.tutorials.find(({ tutorial_id }) => tutorial_id === tutorialId)?.place
  const [copied, setCopied] = useState<boolean>()

  const read = (element: HTMLFormElement): Sent => {
    const text = (field: string) => getFieldText(element, field).trim()
    return {
      text: text('text'),
      system: text('system') || null,
      tool: text('tool') || null,
      with_name: new FormData(element).has('with_name'),
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void onSend(read(event.currentTarget))
  }
  const copy = () => {
    if (!form.current) return
    const { text, system, tool } = read(form.current)
    const step = place ? { number: place.step, heading: place.headings.at(-1) } : undefined
    navigator.clipboard.writeText(slackMessage({ title: name, address: location.href, step, system, tool, text })).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-5 rounded-lg border border-rule bg-surface p-4 sm:p-5">
      <Field label="What happened?" hint={`The author reads it. At most ${ANSWER_MAX_LENGTH} characters; leave out passwords and keys.`}>
        <TextArea name="text" rows={4} maxLength={ANSWER_MAX_LENGTH} defaultValue={answer.text} data-private />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Your system (optional)">
          <TextInput
            name="system"
            maxLength={MAX_NAME}
            autoComplete="off"
            defaultValue={answer.system ?? systemName(navigator.userAgent)}
          />
        </Field>
        <Field label="Your coding tool (optional)">
          <TextInput
            name="tool"
            maxLength={MAX_NAME}
            autoComplete="off"
            list={toolsId}
            defaultValue={answer.tool ?? place?.program ?? ''}
          />
        </Field>
        <datalist id={toolsId}>
          {TOOLS.map((tool) => (
            <option key={tool} value={tool} />
          ))}
        </datalist>
      </div>
      <label className="flex min-h-6 items-start gap-3">
        <input type="checkbox" name="with_name" defaultChecked={answer.with_name} className="mt-0.5 size-5 shrink-0 accent-primary" />
        Show my name to the author
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isSending}>
          {isSending ? 'Sending...' : 'Send'}
        </Button>
        {invitation && (
          <LinkButton href={invitation} variant="secondary" onClick={copy}>
            Ask in Slack
            <ArrowUpRight aria-hidden="true" />
          </LinkButton>
        )}
        <p role="status" className="text-sm text-muted">
          {copied === true && 'Your question is copied. Paste it in Slack.'}
          {copied === false && "We couldn't copy your question. Copy the address of this page instead."}
        </p>
      </div>
    </form>
  )
}

type Question = {
  title: string
  /** The address of the tutorial. */
  address: string
  /** Where a coding tool stopped to teach it. */
  step: { number: number; heading: string | undefined } | undefined
  system: string | null
  tool: string | null
  text: string
}

/** Returns the message with which a learner asks about a tutorial in Slack. */
const slackMessage = ({ title, address, step, system, tool, text }: Question): string =>
  [
    title,
    address,
    step && `Stopped after step ${step.number}${step.heading === undefined ? '' : `: ${step.heading}`}`,
    system && `System: ${system}`,
    tool && `Tool: ${tool}`,
    text && `\n${text}`,
  ]
    .filter(Boolean)
    .join('\n')
