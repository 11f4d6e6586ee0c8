type RichText = { plain_text: string }[]

/** Joins Notion's rich text into one string; '' without text. */
export const richTextToString = (text: RichText | undefined): string =>
  (text ?? [])
    .map((part) => part.plain_text)
    .join('')
    .trim()
