import type { Browser, Page } from '@playwright/test'
import { openDrawingPage } from './drawing-page.ts'

/** The functions of encoder.html. */
type EncoderWindow = { addPicture(png: string, seconds: number, isKey: boolean): Promise<void>; finish(): Promise<string> }

/** Encodes screenshots of a page as a VP9 video. Each has its time in the clip, so that encoding takes less time than the clip lasts. */
export class ClipEncoder {
  readonly #page: Page
  readonly #encoder: Page
  #isChapterStart = true
  #screenshot = ''

  private constructor(page: Page, encoder: Page) {
    this.#page = page
    this.#encoder = encoder
  }

  static async start(browser: Browser, page: Page): Promise<ClipEncoder> {
    return new ClipEncoder(page, await openDrawingPage(browser, 'encoder.html'))
  }

  /** Makes the next screenshot a keyframe, to which players can seek. */
  startChapter(): void {
    this.#isChapterStart = true
  }

  /** Adds a screenshot of the page at a time in milliseconds. */
  async addScreenshot(time: number): Promise<void> {
    this.#screenshot = (await this.#page.screenshot({ type: 'png' })).toString('base64')
    await this.repeatScreenshot(time)
  }

  /** Repeats the last screenshot at a time in milliseconds, so that the video has a frame about every second. */
  async repeatScreenshot(time: number): Promise<void> {
    await this.#encoder.evaluate(([png, seconds, isKey]) => (window as unknown as EncoderWindow).addPicture(png, seconds, isKey), [
      this.#screenshot,
      Math.round(time) / 1000,
      this.#isChapterStart,
    ] as const)
    this.#isChapterStart = false
  }

  /** Ends the encoding and returns the video as WebM. */
  async finish(): Promise<Buffer> {
    const webm = await this.#encoder.evaluate(() => (window as unknown as EncoderWindow).finish())
    await this.#encoder.context().close()
    return Buffer.from(webm, 'base64')
  }
}
