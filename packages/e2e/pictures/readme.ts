import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { withAcademy } from './with-academy.ts'

// Takes the pictures of the README, light and dark, from an academy with the sample content: npx -y pnpm@10 --filter @academy/e2e pictures:readme

const TUTORIAL = '/courses/master-course/sessions/start-from-the-problem/tutorials/write-a-brief-that-gets-built'

await withAcademy(path.join(projectRoot, '.github/pictures'), async ({ browser, signIn, open, save }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'bundle@academy.test')
    await open(page, TUTORIAL)
    await save(`tutorial-${colorScheme}`, await page.screenshot())
    await page.close()
  }
})
