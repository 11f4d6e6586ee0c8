import type { PromptField } from '@academy/contract/prompt-fields'

/** A tab on the page of a prompt: its `label`, the `title` of the block in it, and what it shows without a text. */
export type PromptTab = {
  value: string
  label: string
  title: string
  copy: { label: string; subject?: 'the code' }
  empty: string
  /** The text is a prompt, whose `{{fields}}` can be filled in. */
  hasFields?: true
}

type FieldView = {
  /** Height in the form, in lines. */
  rows: number
  placeholder?: string
  /** Shown in the code font. */
  isCode?: true
  spellCheck?: false
  tab?: PromptTab
}

/** How the form and the page show each text of a prompt. */
export const FIELD_VIEWS: Record<PromptField, FieldView> = {
  title: { rows: 1, placeholder: 'e.g. Weekly release note' },
  description: { rows: 2, placeholder: 'When to use it and what you get' },
  content: {
    rows: 8,
    placeholder: 'Paste your prompt',
    isCode: true,
    tab: {
      value: 'prompts',
      label: 'All Prompts',
      title: 'Prompt',
      copy: { label: 'Copy' },
      empty: 'No prompt content found',
      hasFields: true,
    },
  },
  code: {
    rows: 4,
    isCode: true,
    spellCheck: false,
    tab: {
      value: 'code',
      label: 'All Code Examples',
      title: 'Code example',
      copy: { label: 'Copy code', subject: 'the code' },
      empty: 'No code yet',
    },
  },
}
