import { isEmptyHtml } from './html-to-text.ts'

/** What a part holds, and so how each reader of tutorials renders it. */
type PartKind = 'introduction' | 'section' | 'video' | 'diagram' | 'prompt' | 'code' | 'tips' | 'transition'

type PartRow = {
  kind: PartKind
  /** The author's heading in Notion, and that of the part as Markdown. */
  heading: string
  /** Its heading on screens. */
  title: string
  /** Its field in the content of a tutorial. */
  field: string
  /** The label of its link on the page of the tutorial; null without a link. */
  link: string | null
}

/**
 * The parts of a tutorial in the order of its page, named as in the mirror. Schemas, sync, search and everything that renders tutorials follow
 * this table. A part like others is a row; the compiler names each renderer that lacks a kind.
 */
export const TUTORIAL_PARTS = {
  description: { kind: 'introduction', heading: 'Description', title: 'Read', field: 'description', link: 'Read' },
  tools: { kind: 'section', heading: 'Tools', title: "Tools you'll need:", field: 'tools', link: null },
  video: { kind: 'video', heading: 'Video', title: 'Video', field: 'video', link: 'Video' },
  diagram: { kind: 'diagram', heading: 'Diagram', title: 'Diagram', field: 'diagram_url', link: 'Diagram' },
  prompt: { kind: 'prompt', heading: 'Prompt', title: 'Prompt Content', field: 'prompt', link: 'Prompt' },
  code_sample: { kind: 'code', heading: 'Code sample', title: 'Code sample', field: 'code-sample', link: 'Code' },
  tips: { kind: 'tips', heading: 'Pro tips', title: 'Pro Tips', field: 'tips', link: 'Tips' },
  transition: { kind: 'transition', heading: 'Transition', title: 'Transition', field: 'transition', link: null },
} as const satisfies Record<string, PartRow>

type Rows = typeof TUTORIAL_PARTS
export type TutorialPart = keyof Rows
export type HtmlPart = { [P in TutorialPart]: Rows[P]['kind'] extends 'diagram' | 'tips' ? never : P }[TutorialPart]

export const tutorialParts = Object.keys(TUTORIAL_PARTS) as TutorialPart[]
/** The parts that authors write below a heading. The diagram is a property. */
export const writtenParts = tutorialParts.filter((part) => part !== 'diagram')
export const htmlParts = writtenParts.filter((part): part is HtmlPart => part !== 'tips')

type Tip = { parent_html: string; children_html: string }
/** The parts of a tutorial, as its content names them. */
export type PartFields = Record<Rows[HtmlPart]['field'], { html: string } | null> & {
  diagram_url: string | null
  diagram_size: { width: number; height: number } | null
  diagram_description: string | null
  tips: Tip[]
}

type Diagram = { url: string; size: PartFields['diagram_size']; description: string | null }
type PartValue<Kind extends PartKind> = Kind extends 'diagram' ? Diagram : Kind extends 'tips' ? Tip[] : string
type Renderers<Output> = { [Kind in PartKind]: (value: PartValue<Kind>, part: PartRow & { name: TutorialPart }) => Output }

function partValue(name: TutorialPart, content: PartFields): Diagram | Tip[] | string | undefined {
  if (name === 'tips') return content.tips.length > 0 ? content.tips : undefined
  if (name === 'diagram')
    return content.diagram_url
      ? { url: content.diagram_url, size: content.diagram_size, description: content.diagram_description }
      : undefined
  const html = content[TUTORIAL_PARTS[name].field]?.html
  return isEmptyHtml(html) ? undefined : html
}

/** Returns whether a tutorial has a part with content. */
export const hasPart = (content: PartFields, name: TutorialPart): boolean => partValue(name, content) !== undefined

/**
 * Renders the parts that a tutorial has, in their order, with the function of their kind: the value is HTML, or a diagram, or tips. `absent` renders
 * kinds of parts that the tutorial lacks.
 */
export const renderParts = <Output>(
  content: PartFields,
  renderers: Renderers<Output>,
  absent: { [Kind in PartKind]?: (name: TutorialPart) => Output } = {},
): Output[] =>
  tutorialParts.flatMap((name) => {
    const part = { ...TUTORIAL_PARTS[name], name }
    const value = partValue(name, content)
    if (value === undefined) return absent[part.kind] ? [absent[part.kind]?.(name) as Output] : []
    // The value is of the part's kind, which the compiler cannot follow.
    const render = renderers[part.kind] as (value: Diagram | Tip[] | string, part: PartRow & { name: TutorialPart }) => Output
    return [render(value, part)]
  })
