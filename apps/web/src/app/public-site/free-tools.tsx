import { connectCommands, installLinks } from '../../account/tools/tool-setups.ts'
import { env } from '../../env.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { ChevronDown } from '../../ui/icons.ts'
import { CopyBlock } from './copy-block.tsx'

/** Another name than that of the server for users, so that a tool can have both. */
const NAME = 'academy-free'

type FreeToolsProps = {
  title: string
  /** The academy's own origin; '' if the operator did not set it. */
  origin: string
  headingLevel: 2 | 3
}

/** Shows how to connect a coding tool with the free tutorials, closed. Empty without an origin, because a tool needs the whole URL. */
export function FreeTools({ title, origin, headingLevel }: FreeToolsProps) {
  const address = env.apiUrl || origin
  if (address === '') return null
  const url = `${address}/mcp/free`
  const { cursor, vsCode } = installLinks(url, NAME)
  const texts = [
    ...connectCommands(url, NAME).map(({ tool, text }) => ({ name: `${tool}, in a terminal`, text })),
    { name: 'Claude, Claude Desktop, ChatGPT: the address', text: url },
  ]
  return (
    <details className="group mt-6 max-w-prose print:hidden">
      <summary className="flex list-none items-start gap-2 [&::-webkit-details-marker]:hidden">
        <ChevronDown aria-hidden="true" className="mt-1 size-5 shrink-0 -rotate-90 text-muted group-open:rotate-0" />
        <span className="font-semibold">{title}</span>
      </summary>
      <p className="mt-3 text-muted">
        Your tool reads the free tutorials, without an account. Then ask it: “Teach me the first free tutorial, one step at a time.”
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={cursor} className={buttonClasses('secondary', 'md')}>
          Add to Cursor
        </a>
        <a href={vsCode} className={buttonClasses('secondary', 'md')}>
          Add to VS Code
        </a>
      </div>
      <div className="mt-4 flex flex-col gap-4">
        {texts.map(({ name, text }) => (
          <CopyBlock key={name} title={name} headingLevel={headingLevel}>
            <p className="p-4 font-code text-sm wrap-anywhere sm:px-6">{text}</p>
          </CopyBlock>
        ))}
      </div>
    </details>
  )
}
