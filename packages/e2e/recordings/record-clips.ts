import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '@academy/operator'
import { type Clip, clipSeconds, formatDay, readClip, videoPart } from '@academy/sample-content'
import { type Browser, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { ClipEncoder } from './clip-encoder.ts'
import { openDrawingPage } from './drawing-page.ts'
import { FIVE_NOTES } from './five-notes.ts'
import { ProjectFolder } from './project-folder.ts'
import { ScenePlayer, type TutorialPage } from './scene-player.ts'

// Records the clips of the course from their scenes: npx -y pnpm@10 --filter @academy/e2e recordings [name of a clip …]
// `--rehearse` plays the scenes without recording them. `--stills=FOLDER` also writes a picture of the end of each scene.

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { rehearse: { type: 'boolean' }, stills: { type: 'string' } },
})
const content = path.join(projectRoot, 'packages/sample-content/content')
const HOLD_MILLISECONDS = 1000

const openScreen = (browser: Browser): Promise<Page> =>
  openDrawingPage(browser, 'screen.html', async (screen) => {
    screen.on('dialog', (dialog) => void dialog.accept())
    // The screen shows the board in a frame, which the board forbids from session 12 on.
    await screen.route(
      (url) => url.hostname === 'localhost' && url.port !== '9',
      async (route) => {
        if (route.request().resourceType() !== 'document') return await route.continue()
        const response = await route.fetch({ maxRedirects: 0 }).catch(() => null)
        // the server is stopped, which a clip may show
        if (!response) return await route.abort()
        const { 'content-security-policy': policy, location, ...others } = response.headers()
        // a browser would follow the redirect without this route
        if (location !== undefined) {
          const address = new URL(location, route.request().url()).href
          const headers = { ...others, 'content-type': 'text/html' }
          return await route.fulfill({ status: 200, headers, body: `<script>location.replace(${JSON.stringify(address)})</script>` })
        }
        const framed = policy?.replace("; frame-ancestors 'none'", '')
        await route.fulfill({ response, headers: framed === undefined ? others : { ...others, 'content-security-policy': framed } })
      },
    )
    // zooms in, so that the board is readable in a small video
    await screen.addInitScript(() => {
      if (window.top !== window) addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('zoom', '1.3'))
    })
  })

/** Returns the Markdown file that shows a clip. */
function pageOf(file: string): string {
  const name = path.basename(file, '.clip.yaml')
  const pages = globSync('*.md', { cwd: path.dirname(file) }).map((page) => path.join(path.dirname(file), page))
  const page = pages.find((each) => readFileSync(each, 'utf8').includes(`(${name}.webm)`))
  if (page === undefined) throw new Error(`No page shows ${name}.webm`)
  return page
}

/** Returns the code blocks of a part. */
const blocksOf = (markdown: string, part: string, language: string): string[] => {
  const text = markdown.split(`\n## ${part}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}

function readPage(file: string): TutorialPage {
  const markdown = readFileSync(pageOf(file), 'utf8')
  const prompts = blocksOf(markdown, 'Prompt', 'text').map((prompt) => prompt.trim())
  return { prompts, samples: blocksOf(markdown, 'Code sample', '(?:js|sql|sh)') }
}

async function record(browser: Browser, file: string, clip: Clip, stills: string | undefined): Promise<Buffer | undefined> {
  const screen = await openScreen(browser)
  const folder = await ProjectFolder.open(clip.start)
  if (clip.notes && (clip.start ?? '') >= '07')
    folder.write('notes-export.json', `[\n${FIVE_NOTES.map((note) => JSON.stringify(note)).join(',\n')}\n]\n`)
  for (const command of clip.before) await folder.prepare(command)
  const encoder = values.rehearse ? undefined : await ClipEncoder.start(browser, screen)
  try {
    const player = new ScenePlayer(screen, folder, readPage(file), clip.notes)
    let [begin, chapter] = [0, '']
    for (const [index, { seconds, action, chapter: newChapter }] of clip.scenes.entries()) {
      chapter = newChapter ?? chapter
      if (newChapter !== null) encoder?.startChapter()
      await screen.evaluate(([shown, label]) => (window as unknown as { label(...texts: string[]): void }).label(shown, label), [
        chapter,
        `Scripted replay · ${formatDay(clip.recorded)}`,
      ] as const)
      const steps = player.stepsOf(action, seconds)
      // shows the end of each scene for a while
      const pace = Math.min(500, (seconds * 1000 * 0.8) / steps.length)
      for (const [at, step] of steps.entries()) {
        try {
          await step()
        } catch (error) {
          throw new Error(`scene ${index + 1} of ${path.basename(file)}`, { cause: error })
        }
        await encoder?.addScreenshot(begin + at * pace)
      }
      const end = begin + seconds * 1000
      for (let time = begin + steps.length * pace + HOLD_MILLISECONDS; time < end - 200; time += HOLD_MILLISECONDS)
        await encoder?.repeatScreenshot(time)
      if (stills)
        await screen.screenshot({
          path: path.join(stills, `${path.basename(file, '.clip.yaml')}-${String(index + 1).padStart(2, '0')}.png`),
        })
      begin = end
    }
    await encoder?.repeatScreenshot(begin - 100)
    return await encoder?.finish()
  } finally {
    await folder.close()
    await screen.context().close()
  }
}

/** Writes captions, chapters and date below "Video" of the page. */
function writeVideoPart(file: string, clip: Clip): void {
  const page = pageOf(file)
  const markdown = readFileSync(page, 'utf8')
  const part = videoPart(path.basename(file, '.clip.yaml'), clip)
  writeFileSync(
    page,
    markdown.replace(/^## Video\n[\s\S]*?(?=\n## |$(?![\s\S]))/m, () => `## Video\n\n${part}\n`),
  )
}

const files = globSync('**/*.clip.yaml', { cwd: content })
  .map((file) => path.join(content, file))
  .filter((file) => names.length === 0 || names.includes(path.basename(file, '.clip.yaml')))
const browser = await chromium.launch(launchOptions)
try {
  for (const file of files) {
    const today = new Date().toISOString().slice(0, 10)
    if (!values.rehearse) writeFileSync(file, readFileSync(file, 'utf8').replace(/^recorded: .*$/m, `recorded: '${today}'`))
    const clip = readClip(file)
    const target = file.replace(/\.clip\.yaml$/, '.webm')
    const video = await record(browser, file, clip, values.stills)
    if (video !== undefined) {
      writeFileSync(target, video)
      // a page with a poster that does not exist cannot be loaded; `posters` draws it
      writeFileSync(file.replace(/\.clip\.yaml$/, '.poster.webp'), '', { flag: 'a' })
      writeVideoPart(file, clip)
    }
    console.log(`${path.basename(target)}: ${clipSeconds(clip)} s, ${Math.round((video?.length ?? 0) / 1000)} kB`)
  }
} finally {
  await browser.close()
}
