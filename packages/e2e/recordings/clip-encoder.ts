import type { Browser, Page } from '@playwright/test'
import { type EncodedFrame, writeWebm } from './webm.ts'

const WIDTH = 1280
const HEIGHT = 720
/** VP9's quantizer, from 0 (best quality) to 63. Text stays sharp up to about 40. */
const QUANTIZER = 44
/** Below the limit of 32 seconds for a WebM cluster, which begins with a keyframe. */
const MAX_KEYFRAME_INTERVAL_SECONDS = 30

/** Encodes screenshots of a page as a VP9 video. Each has its time in the clip, so that encoding takes less time than the clip lasts. */
export class ClipEncoder {
  readonly #page: Page
  readonly #encoder: Page
  #isChapterStart = true
  #lastKey = 0
  #screenshot = ''

  private constructor(page: Page, encoder: Page) {
    this.#page = page
    this.#encoder = encoder
  }

  static async start(browser: Browser, page: Page): Promise<ClipEncoder> {
    const encoder = await browser.newPage()
    // browsers encode video only on secure origins
    await encoder.route('http://localhost:9/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await encoder.goto('http://localhost:9/')
    await encoder.evaluate(
      ({ width, height }) => {
        const frames: { time: number; isKey: boolean; base64: string }[] = []
        let failure: unknown
        const videoEncoder = new VideoEncoder({
          output: (chunk) => {
            const bytes = new Uint8Array(chunk.byteLength)
            chunk.copyTo(bytes)
            frames.push({ time: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key', base64: toBase64(bytes) })
          },
          error: (error) => {
            failure = error
          },
        })
        const toBase64 = (bytes: Uint8Array) => {
          let text = ''
          for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
          return btoa(text)
        }
        videoEncoder.configure({
          codec: 'vp09.00.31.08',
          width,
          height,
          bitrateMode: 'quantizer',
          framerate: 10,
          latencyMode: 'quality',
          contentHint: 'text',
        })
        Object.assign(window, {
          async encode(base64: string, time: number, keyFrame: boolean, quantizer: number) {
            if (failure) throw failure
            const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob()
            const bitmap = await createImageBitmap(blob)
            const frame = new VideoFrame(bitmap, { timestamp: time * 1000 })
            videoEncoder.encode(frame, { keyFrame, vp9: { quantizer } } as VideoEncoderEncodeOptions)
            frame.close()
            bitmap.close()
            if (videoEncoder.encodeQueueSize > 4)
              await new Promise((resolve) => videoEncoder.addEventListener('dequeue', resolve, { once: true }))
          },
          async finish() {
            await videoEncoder.flush()
            if (failure) throw failure
            return frames
          },
        })
      },
      { width: WIDTH, height: HEIGHT },
    )
    return new ClipEncoder(page, encoder)
  }

  /** Makes the next screenshot a keyframe, to which players can seek. */
  startChapter(): void {
    this.#isChapterStart = true
  }

  /** Adds a screenshot of the page at a time in milliseconds. */
  async addScreenshot(time: number): Promise<void> {
    this.#screenshot = (await this.#page.screenshot({ type: 'png' })).toString('base64')
    await this.#encode(time)
  }

  /** Repeats the last screenshot at a time in milliseconds, so that the video has a frame about every second. */
  async repeatScreenshot(time: number): Promise<void> {
    await this.#encode(time)
  }

  async #encode(time: number): Promise<void> {
    const isKey = this.#isChapterStart || time - this.#lastKey > MAX_KEYFRAME_INTERVAL_SECONDS * 1000
    this.#isChapterStart = false
    if (isKey) this.#lastKey = time
    await this.#encoder.evaluate(
      ([screenshot, at, key, quantizer]) =>
        (window as unknown as { encode(...values: unknown[]): Promise<void> }).encode(screenshot, at, key, quantizer),
      [this.#screenshot, Math.round(time), isKey, QUANTIZER] as const,
    )
  }

  /** Ends the encoding and returns the video as WebM. */
  async finish(milliseconds: number): Promise<Buffer> {
    const frames = await this.#encoder.evaluate(() =>
      (window as unknown as { finish(): Promise<{ time: number; isKey: boolean; base64: string }[]> }).finish(),
    )
    await this.#encoder.close()
    const encoded = frames.map(({ time, isKey, base64 }): EncodedFrame => ({ time, isKey, bytes: Buffer.from(base64, 'base64') }))
    return writeWebm(encoded, { width: WIDTH, height: HEIGHT, milliseconds })
  }
}
