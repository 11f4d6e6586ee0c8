import { useId, useRef, useState } from 'react'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { connectCommands, installLinks, type ToolSetup, tokenSetups } from './tool-setups.ts'

/** Shows how to connect a coding tool with this academy. */
export function ToolSetupDialog({ onClose }: { onClose: () => void }) {
  const url = `${env.apiUrl || window.location.origin}/mcp`
  const { cursor, vsCode } = installLinks(url)
  return (
    <Dialog
      onClose={onClose}
      initialFocus="title"
      title="Use in your tool"
      description="Have the library, your own prompts and the course in your tool. It opens the academy in the browser, where you allow it. Then ask for a prompt or a tutorial by name."
    >
      <div className="flex min-w-0 flex-col gap-6">
        <div className="flex flex-wrap gap-3">
          <LinkButton href={cursor}>Add to Cursor</LinkButton>
          <LinkButton href={vsCode} target="_self">
            Add to VS Code
          </LinkButton>
        </div>
        {connectCommands(url).map((command) => (
          <Tool key={command.id} {...command} />
        ))}
        <Tool
          tool="Claude, Claude Desktop and ChatGPT"
          location="Address"
          text={url}
          hint="In the settings of the tool, add a custom connector (in ChatGPT: an app, in developer mode) with this address."
        />
        <Disclosure title="With an access token instead" headingLevel={3} defaultOpen={false}>
          <TokenSetups url={url} />
        </Disclosure>
        <div>
          <LinkButton href={`${env.apiUrl}/docs/`} variant="secondary" size="sm">
            API reference
          </LinkButton>
        </div>
      </div>
    </Dialog>
  )
}

/** For scripts, and tools that don't know OAuth. */
function TokenSetups({ url }: { url: string }) {
  const setups = tokenSetups(url)
  const [tool, setTool] = useState(setups[0]?.id ?? '')
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-sm text-muted">
        Create a token with{' '}
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
      <div className="w-full min-w-0">
        <Tabs
          label="Tools"
          tabs={setups.map((setup) => ({ value: setup.id, label: setup.tool, content: <Setup {...setup} /> }))}
          value={tool}
          onChange={setTool}
        />
      </div>
    </div>
  )
}

type SetupProps = Omit<ToolSetup, 'id'>

function Tool(setup: SetupProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h3 id={headingId} className="font-display font-bold">
        {setup.tool}
      </h3>
      <Setup {...setup} />
    </section>
  )
}

function Setup({ tool, location, text, hint }: SetupProps) {
  const code = useRef<HTMLElement>(null)
  return (
    <div className="flex flex-col gap-2">
      <div className="rounded-lg border border-rule-strong bg-code">
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule p-2 pl-4">
          <p translate="no" className="font-code text-sm">
            {location}
          </p>
          <CopyButton text={text} source={() => code.current} subject="the code" className="min-w-27">
            <LabelWithSubject label="Copy" subject={tool} />
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
      <p className="text-sm text-muted">{hint}</p>
    </div>
  )
}
