import { removeControls, removeMisleading } from '@academy/contract/control-characters'
import { finishedSteps, type TutorialStep, tutorialSteps } from '@academy/contract/tutorial-steps'
import { CLIENT_INFO_META_KEY, type Implementation, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import type { AcademyClient, ResponseOf } from '@vibe-coding-academy/client'
import { z } from 'zod'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { InvalidInputError } from './invalid-input.ts'
import { currentTutorial, loadProgress, tutorialUrl } from './read-tutorial.ts'
import { forTool } from './refusals.ts'
import { structured } from './structured.ts'

type Content = ResponseOf<AcademyClient['courses']['tutorialContent']>['data']
/** A tutorial with its steps. */
type Taught = { id: string; name: string; url: string; next: string | null; steps: TutorialStep[] }

// Schemas are built once, because each request creates a server that registers them.
const id = z.string().min(1).max(200)
const number = z.int().min(1).max(1000)
const nextInput = z.object({
  tutorial: id.optional().describe('The id of the tutorial; without it, that of current_tutorial'),
  step: number.optional().describe('A step to read again; without it, the first one that is not finished'),
})
const finishInput = z.object({
  tutorial: id.describe('The id of the tutorial'),
  step: number.describe('The number of the step that is finished'),
})
const freeNextInput = z.object({
  tutorial: id.describe('The name of a tutorial, from list_skills'),
  step: number.default(1).describe('The number of the step. Nothing is remembered, so send the number that finish_step returned.'),
})
const freeFinishInput = finishInput.extend({ tutorial: freeNextInput.shape.tutorial })

const tutorialOutput = z.object({ id: z.string(), name: z.string(), url: z.string() })
const stepOutput = z.object({
  tutorial: tutorialOutput,
  step: z.int().nullable().describe('The number of the step; null at the end of the tutorial.'),
  of: z.int().describe('How many steps the tutorial has.'),
  heading: z.string().optional(),
  text: z.string().optional().describe('The step as Markdown.'),
  you_should_see: z.string().optional().describe('What the learner should see afterwards.'),
  prompt: z.string().optional().describe('The prompt to run.'),
  fields: z.array(z.string()).optional().describe('The fields of the prompt to fill in.'),
  note: z.string().optional(),
})
const finishOutput = z.object({
  tutorial: tutorialOutput,
  finished: z.int(),
  of: z.int(),
  next: z.object({ step: z.int(), heading: z.string() }).nullable().describe('Null at the end of the tutorial.'),
  note: z.string().optional(),
})
const whereInput = z.object({})
const whereOutput = z.object({
  tutorial: tutorialOutput.extend({ session: z.string() }).nullable(),
  place: z
    .object({ finished: z.int(), heading: z.string(), program: z.string().nullable() })
    .nullable()
    .describe('The last finished step, and the program in which the user stopped; null before the first one.'),
  done: z.int(),
  total: z.int(),
})

const READ_ONLY = { readOnlyHint: true, openWorldHint: false }

const taught = (id: string, url: string, content: Content): Taught => ({
  id,
  name: content.tutorial_name,
  url,
  next: content.next.next_tutorial?.name ?? null,
  steps: tutorialSteps(content).steps,
})

const summaryOf = ({ id, name, url }: Taught) => ({ id, name, url })

/** @throws InvalidInputError without such a step. */
function requireStep({ name, steps }: Taught, step: number): TutorialStep {
  const found = steps[step - 1]
  if (found === undefined) throw new InvalidInputError(`"${name}" has ${steps.length} steps, so there is no step ${step}.`)
  return found
}

const endNote = ({ next }: Taught): string =>
  `The tutorial ends here. Stop, and ask the user what surprised them.${next === null ? '' : ` The next tutorial is "${next}".`}`

function describeStep(tutorial: Taught, step: number, note?: string): z.infer<typeof stepOutput> {
  const { steps } = tutorial
  const about = { tutorial: summaryOf(tutorial), of: steps.length }
  if (step === steps.length + 1) return { ...about, step: null, note: endNote(tutorial) }
  const { heading, text, see, prompt, fields } = requireStep(tutorial, step)
  return {
    ...about,
    step,
    heading,
    text,
    ...(see !== null && { you_should_see: see }),
    ...(prompt !== null && { prompt, fields }),
    ...(note !== undefined && { note }),
  }
}

function describeFinish(tutorial: Taught, step: number): z.infer<typeof finishOutput> {
  const next = tutorial.steps[step]
  const about = { tutorial: summaryOf(tutorial), finished: step, of: tutorial.steps.length }
  return next ? { ...about, next: { step: step + 1, heading: next.heading } } : { ...about, next: null, note: endNote(tutorial) }
}

/** Loads a tutorial. Never starts the course (`start=false`): that would end the user's guarantee without their word. */
async function loadTaught(options: AcademyServerOptions, tutorialId: string): Promise<Taught> {
  const { data } = await options.client.courses.tutorialContent({ params: { tutorialId }, query: { start: 'false' } })
  return taught(tutorialId, await tutorialUrl(options, tutorialId), data)
}

const MAX_PROGRAM = 60
/** The number of headings that the API stores of a place. */
const MAX_PLACE_HEADINGS = 20

/** Returns the name of the client for people, if it sends one. */
function programOf({ server }: McpServer, { mcpReq }: ServerContext): string | undefined {
  const envelope: Partial<Record<string, unknown>> = mcpReq.envelope ?? {}
  const info = (envelope[CLIENT_INFO_META_KEY] as Implementation | undefined) ?? server.getClientVersion()
  const name = removeMisleading(removeControls(info?.title ?? info?.name ?? '')).replace(/\s+/g, ' ')
  const cut = [...name]
    .slice(0, MAX_PROGRAM / 2)
    .join('')
    .trim()
  return /[\p{L}\p{N}]/u.test(cut) ? cut : undefined
}

const NEXT = {
  title: 'The next step of a tutorial',
  description:
    'Returns one step of a tutorial: its text, what the learner should see, and its prompt with the fields to fill in. Reading it changes nothing. Teach one step at a time.',
  outputSchema: stepOutput,
  annotations: READ_ONLY,
}
const FINISH = { title: 'Finish a step', outputSchema: finishOutput }

/** Adds the tools that teach a tutorial one step at a time. The academy keeps the place of the account. */
export function addTeaching(mcp: McpServer, options: AcademyServerOptions): void {
  const { client } = options
  const call = async (output: () => Promise<Record<string, unknown>>) =>
    forTool(async () => structured(await output()), 'master_course', options)
  mcp.registerTool('next_step', { ...NEXT, inputSchema: nextInput }, ({ tutorial: asked, step }) =>
    call(async () => {
      const { tutorials, continue_with } = await loadProgress(options, asked)
      const tutorialId = asked ?? continue_with
      if (tutorialId === null) throw new InvalidInputError('All tutorials that the user may open are done. Name the one to teach again.')
      const tutorial = await loadTaught(options, tutorialId)
      if (step !== undefined) return describeStep(tutorial, step)
      const headings = tutorials.find(({ tutorial_id }) => tutorial_id === tutorialId)?.place?.headings ?? []
      const { finished, hasMoved } = finishedSteps(tutorial.steps, headings)
      const note = hasMoved
        ? `The tutorial changed: its step "${headings.at(-1)}", which the user finished, is gone. It goes on after the nearest earlier step.`
        : undefined
      return describeStep(tutorial, finished + 1, note)
    }),
  )
  mcp.registerTool(
    'finish_step',
    {
      ...FINISH,
      description:
        'Records that the user finished a step, so that next_step goes on after it in every program. Use it when the user has seen what they should see.',
      inputSchema: finishInput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ tutorial: tutorialId, step }, context) =>
      call(async () => {
        const tutorial = await loadTaught(options, tutorialId)
        requireStep(tutorial, step)
        const headings = tutorial.steps.slice(0, step).map(({ heading }) => heading)
        const program = programOf(mcp, context)
        const place = { step, headings: headings.slice(-MAX_PLACE_HEADINGS), ...(program && { program }) }
        await client.learning.saveProgress({ params: { tutorialId }, body: { at: new Date().toISOString(), place } })
        return describeFinish(tutorial, step)
      }),
  )
  mcp.registerTool(
    'where_am_i',
    {
      title: 'Where the user stopped',
      description:
        'Returns the tutorial to continue with, the last step that the user finished in it and in which program, and how many tutorials are done.',
      inputSchema: whereInput,
      outputSchema: whereOutput,
      annotations: READ_ONLY,
    },
    () =>
      call(async () => {
        const [{ tutorial, done, total }, { tutorials }] = await Promise.all([currentTutorial(options), loadProgress(options)])
        const place = tutorials.find(({ tutorial_id }) => tutorial_id === tutorial?.id)?.place
        const at = place ? { finished: place.step, heading: place.headings.at(-1) ?? '', program: place.program } : null
        return { tutorial, place: at, done, total }
      }),
  )
}

/** Adds the same tools for visitors, whose place the answers carry, because nothing is stored of visitors. */
export function addFreeTeaching(mcp: McpServer, options: Omit<AcademyServerOptions, 'announcesChanges'>): void {
  const { client, webUrl } = options
  const call = (tutorialId: string, describe: (tutorial: Taught) => Record<string, unknown>) =>
    forTool(
      async () => {
        const { data } = await client.publicContent.freeTutorialContent({ params: { tutorialId } })
        return structured(describe(taught(tutorialId, `${webUrl}/free/${encodeURIComponent(tutorialId)}`, data)))
      },
      'master_course',
      options,
    )
  mcp.registerTool('next_step', { ...NEXT, inputSchema: freeNextInput }, ({ tutorial, step }) =>
    call(tutorial, (loaded) => describeStep(loaded, step)),
  )
  mcp.registerTool(
    'finish_step',
    {
      ...FINISH,
      description: 'Returns the number of the step that follows, for next_step. Nothing is remembered without an account.',
      inputSchema: freeFinishInput,
      annotations: READ_ONLY,
    },
    ({ tutorial, step }) =>
      call(tutorial, (loaded) => {
        requireStep(loaded, step)
        return describeFinish(loaded, step)
      }),
  )
}
