import { type FieldValues, fieldValue, parseTemplate, type TemplatePart } from '@academy/contract/prompt-template'

/** A part of a filled template as it is shown; `mark` says whether it is a field, and whether the field has a value. */
type ShownPart = { text: string; mark?: 'field-filled' | 'field-empty' }

export const showPart = (part: TemplatePart, values: FieldValues): ShownPart => {
  if (part.field === undefined) return { text: part.text }
  const value = fieldValue(values, part.field)
  return value === undefined ? { text: part.source, mark: 'field-empty' } : { text: value, mark: 'field-filled' }
}

/** Returns the HTML of a prompt with its fields filled and marked. Values become text, never HTML. */
export function markFields(html: string, values: FieldValues): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const parts = parseTemplate(text.nodeValue ?? '')
    const isPlain = parts.every((part) => part.field === undefined && part.source === part.text)
    if (isPlain || !(text instanceof Text)) continue
    text.replaceWith(...parts.map((part) => toNode(showPart(part, values))))
  }
  return body.innerHTML
}

function toNode({ text, mark }: ShownPart): Node {
  if (!mark) return document.createTextNode(text)
  const element = document.createElement('mark')
  element.className = mark
  // Session replay masks texts inside `data-private`.
  if (mark === 'field-filled') element.dataset.private = ''
  element.textContent = text
  return element
}
