import { useRef, useState } from 'react'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type ToolSetup, toolSetups } from './tool-setups.ts'

/** Shows how to use the prompts in a coding tool, with the URL of this academy. */
export function ToolSetupDialog({ onClose }: { onClose: () => void }) {
  const setups = toolSetups(`${env.apiUrl || window.location.origin}/mcp`)
  const [tool, setTool] = useState(setups[0]?.id ?? '')
  return (
    <Dialog
      onClose={onClose}
      initialFocus="title"
      title="Use in your tool"
      description="Have the library, your own prompts and the course in your coding tool. Where it shows prompts of MCP servers, they are slash commands; everywhere, ask for a prompt by name."
    >
      <ol className="flex flex-col gap-6">
        <li className="flex flex-col items-start gap-3">
          <h3 className="font-display font-bold">1. Create an access token</h3>
          <p className="text-sm text-muted">
            With{' '}
            <code translate="no" className="font-code">
              content:read
            </code>{' '}
            and{' '}
            <code translate="no" className="font-code">
              prompts:read
            </code>
            ; the other scopes let the tool save prompts and mark tutorials as done.
          </p>
          <LinkButton to={paths.tokens()} variant="secondary" size="sm">
            Access tokens
          </LinkButton>
        </li>
        <li className="flex min-w-0 flex-col gap-3">
          <h3 className="font-display font-bold">2. Set up your tool</h3>
          <Tabs
            label="Tools"
            tabs={setups.map((setup) => ({ value: setup.id, label: setup.tool, content: <Setup {...setup} /> }))}
            value={tool}
            onChange={setTool}
          />
        </li>
        <li className="flex flex-col items-start gap-3">
          <h3 className="font-display font-bold">Or write your own program</h3>
          <LinkButton href={`${env.apiUrl}/docs/`} variant="secondary" size="sm">
            API reference
          </LinkButton>
        </li>
      </ol>
    </Dialog>
  )
}

function Setup({ tool, location, text, tokenHint }: ToolSetup) {
  const code = useRef<HTMLElement>(null)
  return (
    <div className="flex flex-col gap-3">
      <div className="rounded-lg border border-rule-strong bg-code">
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule p-2 pl-4">
          <p translate="no" className="font-code text-sm">
            {location}
          </p>
          <CopyButton text={text} source={() => code.current} subject="the code" className="min-w-27">
            Copy
            <span className="sr-only">: {location}</span>
          </CopyButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls long lines. */}
        <section tabIndex={0} aria-label={`Set-up for ${tool}`} className="overflow-x-auto p-4 text-sm">
          <pre>
            <code translate="no" ref={code} className="font-code">
              {text}
            </code>
          </pre>
        </section>
      </div>
      <p className="text-sm text-muted">{tokenHint}</p>
    </div>
  )
}
