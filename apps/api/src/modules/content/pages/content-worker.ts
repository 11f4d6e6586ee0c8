import { cleanSvg } from '../files/clean-svg.ts'
import { PageRefused } from '../mirror/page-refused.ts'
import { loadHighlighter } from '../render/highlight.ts'
import { type RenderJob, renderPage } from './render-page.ts'

/** A task that processes an author's input. */
export type WorkerTask = { task: 'render'; job: RenderJob } | { task: 'cleanSvg'; source: string }

/** The result of a task. `refused`: the author's input is invalid; `failed`: the program has a bug. */
export type WorkerResult =
  | { done: unknown }
  | { refused: { rule: string; message: string } }
  | { failed: { message: string; stack?: string } }

async function run(task: WorkerTask): Promise<unknown> {
  switch (task.task) {
    case 'render':
      // Loading the highlighter takes most of the start-up, so pages without code skip it.
      return await renderPage(task.job, async (code, language) => (await loadHighlighter())(code, language))
    case 'cleanSvg':
      return cleanSvg(task.source)
  }
}

async function runTask(task: WorkerTask): Promise<WorkerResult> {
  try {
    return { done: await run(task) }
  } catch (error) {
    if (error instanceof PageRefused) return { refused: { rule: error.rule, message: error.message } }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    return { failed: { message, stack } }
  }
}

// The process ends when its parent ends, or closes the channel.
process.on('message', async (task: WorkerTask) => process.send?.(await runTask(task)))
