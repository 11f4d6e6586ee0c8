type RichText = { plain_text: string }[]

/** Notion's rich text as one line of text; '' when there is none. */
export const textOf = (text: RichText | undefined): string =>
  (text ?? [])
    .map((part) => part.plain_text)
    .join('')
    .trim()
